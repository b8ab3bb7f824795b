import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { packageFile } from '../session/files/packageFile.ts';
import { defineTool } from './defineTool.ts';

/** Prints the guide for coding agents that belongs to the installed version. */
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
    const text = readFileSync(packageFile('SKILL.md'), 'utf8').trimEnd();
    return { text, data: { text } };
  },
});
