import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { defineTool } from './defineTool.ts';

/** The guide of this version, for coding agents: what is installed is what it tells of. */
export const skill = defineTool({
  name: 'skill',
  title: 'Print the guide for coding agents',
  description: 'Print SKILL.md of this version: how a coding agent uses the commands and the tools.',
  input: z.object({}),
  readOnly: true,
  cli: {
    command: 'skill',
    runsIn: 'here',
    notes: 'For Claude Code: `sightline skill > .claude/skills/sightline/SKILL.md`.',
  },
  async handler() {
    // Two folders up from src/tools, dist/cli and dist/chunks alike.
    const text = readFileSync(new URL('../../SKILL.md', import.meta.url), 'utf8').trimEnd();
    return { text, data: { text } };
  },
});
