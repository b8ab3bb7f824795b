import { commands as agentCommands } from '../agent/commands.ts';
import { commands as benchCommands } from '../bench/commands.ts';
import { commands as inspectCommands } from '../inspect/commands.ts';
import { commands as mcpCommands } from '../mcp/commands.ts';
import { commands as teachCommands } from '../teach/commands.ts';
import type { Tool } from '../tools/defineTool.ts';
import { extension } from '../tools/extension.ts';
import { tools } from '../tools/index.ts';
import { skill } from '../tools/skill.ts';

/** Everything that the command line can do: the tools, and what works with them. */
export const commands: readonly Tool[] = [
  ...tools,
  extension,
  ...agentCommands,
  ...benchCommands,
  ...inspectCommands,
  ...teachCommands,
  ...mcpCommands,
  skill,
];
