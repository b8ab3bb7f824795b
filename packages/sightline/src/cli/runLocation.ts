import type { RunLocation, Tool } from '../tools/defineTool.ts';
import { explicitSessionName } from './commandLine.ts';
import type { CommandRequest } from './daemon/protocol.ts';

/** Which process is to run a command. */
export function runLocationOf(
  tool: Tool,
  input: Record<string, unknown>,
  { argv, cwd }: CommandRequest,
): RunLocation {
  const { runsIn = 'session' } = tool.cli;
  return typeof runsIn === 'string'
    ? runsIn
    : runsIn(input, { cwd, hasSessionFlag: explicitSessionName(argv) !== undefined });
}
