import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { defineTool, type Tool } from '../tools/defineTool.ts';

/** A place in an answer that was too long to send at once. */
export interface CutAnswer {
  file: string;
  /** Characters before it. */
  from: number;
}

/** Reads more of an answer that was cut, and no other file. */
export const readMore = defineTool({
  name: 'read_more',
  title: 'Read on',
  description: 'Read on in an answer that was cut.',
  input: z.object({
    file: z.string().max(100).describe('As the answer names it'),
    from: z.int().min(0).default(0).describe('First character'),
  }),
  readOnly: true,
  effects: { local: true },
  brief: { description: 'Read on in an answer that was cut.', fields: ['file', 'from'] },
  cli: { command: 'more', positionals: ['file'] },
  async handler({ files = '' }, { file, from }) {
    return { text: readCutAnswer(files, file).slice(from), data: { file, from } };
  },
});

/** The place that `read_more` has read; undefined for any other tool. */
export const cutAnswerOf = (tool: Tool, { file, from }: Record<string, unknown>): CutAnswer | undefined =>
  tool === readMore ? { file: String(file), from: Number(from) } : undefined;

function readCutAnswer(folder: string, file: string): string {
  // Only names that this server writes are read, and no link is followed.
  const path = join(folder, file);
  if (/^answer-\d+\.txt$/.test(file) && lstatSync(path, { throwIfNoEntry: false })?.isFile())
    return readFileSync(path, 'utf8');
  throw new SightlineError('not_found', 'No answer of that name was cut.', {
    hint: 'Name the file as the answer does.',
  });
}
