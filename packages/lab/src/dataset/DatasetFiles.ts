import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SightlineError, specialTokens, vocabularyOf } from '../../../sightline/src/internal.ts';
import type { Dataset } from './buildDataset.ts';
import { chatOf, functionalOf } from './chat.ts';
import { type Example, example } from './Example.ts';
import { writeCard } from './writeCard.ts';

/** The files of a data set. Lines are written as they come: what is there is whole. */
export class DatasetFiles {
  readonly #folder: string;

  /** Begins anew. @throws SightlineError `invalid_argument` where it cannot be written */
  constructor(folder: string) {
    this.#folder = folder;
    try {
      mkdirSync(folder, { recursive: true });
      for (const name of ['examples', 'chat', 'functional', 'rejected']) this.#write(`${name}.jsonl`, '');
    } catch (error) {
      throw new SightlineError('invalid_argument', `The data set cannot be written to ${folder}.`, {
        hint: 'Name a folder that can be written with -o.',
        cause: error,
      });
    }
  }

  accept(one: Example): void {
    this.#append('examples', one);
    this.#append('chat', chatOf(one));
    this.#append('functional', functionalOf(one));
  }

  reject(why: Record<string, unknown>): void {
    this.#append('rejected', why);
  }

  end(dataset: Dataset, licence: string): void {
    this.#write('schema.json', `${JSON.stringify(z.toJSONSchema(example), null, 1)}\n`);
    const tokens = specialTokens(vocabularyOf('all'));
    const seen = (tool: string | undefined): number => dataset.tools[tool ?? ''] ?? 0;
    const told = tokens.map((token) => ({ ...token, ...(token.tool && { calls: seen(token.tool) }) }));
    this.#write('tokens.json', `${JSON.stringify(told, null, 1)}\n`);
    this.#write('README.md', writeCard(dataset, licence));
  }

  #append(name: string, line: unknown): void {
    appendFileSync(join(this.#folder, `${name}.jsonl`), `${JSON.stringify(line)}\n`);
  }

  #write(name: string, text: string): void {
    writeFileSync(join(this.#folder, name), text, { mode: 0o600 });
  }
}
