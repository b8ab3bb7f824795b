import { commands as agentCommands } from '../agent/commands.ts';
import { commands as inspectCommands } from '../inspect/commands.ts';
import { commands as mcpCommands } from '../mcp/commands.ts';
import type { Tool } from '../tools/defineTool.ts';
import { extension } from '../tools/definitions/extension.ts';
import { state } from '../tools/definitions/state.ts';
import { developerTools, tools } from '../tools/index.ts';
import { skill } from '../tools/skill.ts';
import { createCompletion } from './completion.ts';
import { labCommands } from './labCommands.ts';

/** All commands: the tools and the commands around them. */
export const commands: readonly Tool[] = [
  ...tools,
  ...developerTools,
  extension,
  state,
  ...agentCommands,
  ...inspectCommands,
  ...labCommands,
  ...mcpCommands,
  skill,
  createCompletion(() => commands),
];
