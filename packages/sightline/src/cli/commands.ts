import { commands as agentCommands } from '../agent/commands.ts';
import { commands as inspectCommands } from '../inspect/commands.ts';
import { commands as mcpCommands } from '../mcp/commands.ts';
import type { Tool } from '../tools/defineTool.ts';
import { extension } from '../tools/extension.ts';
import { tools } from '../tools/index.ts';
import { skill } from '../tools/skill.ts';
import { benchCommands } from './lab/bench.ts';
import { datasetCommands } from './lab/dataset.ts';

/** Everything that the command line can do: the tools, and what works with them. */
export const commands: readonly Tool[] = [
  ...tools,
  extension,
  ...agentCommands,
  ...benchCommands,
  ...inspectCommands,
  ...datasetCommands,
  ...mcpCommands,
  skill,
];
