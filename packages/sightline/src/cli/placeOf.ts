import type { Place, Tool } from '../tools/defineTool.ts';
import { namedSession } from './commandOf.ts';
import type { Command } from './protocol.ts';

/** Which process is to run a command. */
export function placeOf(tool: Tool, input: Record<string, unknown>, { argv, cwd }: Command): Place {
  const { place = 'session' } = tool.cli;
  return typeof place === 'string' ? place : place(input, { cwd, named: namedSession(argv) !== undefined });
}
