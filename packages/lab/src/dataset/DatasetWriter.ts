import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SightlineError, specialTokens, vocabularyOf } from '../../../sightline/src/internal.ts';
import type { Dataset } from './Dataset.ts';
import { renderDataCard } from './renderDataCard.ts';
import { exampleSchema, type TrainingExample } from './TrainingExample.ts';
import { toChatLine, toFunctionalLine } from './trainingLines.ts';

/** The files of a data set. Lines are written as they come: what is there is whole. */
export class DatasetWriter {
  readonly #folder: string;

  /** Begins anew. @throws SightlineError `invalid_argument` where it cannot be written */
  constructor(folder: string) {
    this.#folder = folder;
    try {
      mkdirSync(join(folder, 'snapshots'), { recursive: true, mode: 0o700 });
      for (const name of ['examples', 'chat', 'functional', 'rejected']) this.#write(`${name}.jsonl`, '');
    } catch (error) {
      throw new SightlineError('invalid_argument', `The data set cannot be written to ${folder}.`, {
        hint: 'Name a folder that can be written with -o.',
        cause: error,
      });
    }
  }

  writeExample(example: TrainingExample): void {
    this.#append('examples', example);
    this.#append('chat', toChatLine(example));
    this.#append('functional', toFunctionalLine(example));
  }

  /** `name`: below the folder, in `snapshots`. */
  writePage(name: string, text: string): void {
    this.#write(name, text);
  }

  writeRejection(rejection: Record<string, unknown>): void {
    this.#append('rejected', rejection);
  }

  finish(dataset: Dataset, licence: string): void {
    this.#write('schema.json', `${JSON.stringify(z.toJSONSchema(exampleSchema), null, 1)}\n`);
    const tokens = specialTokens(vocabularyOf('all'));
    const callsOf = (tool: string | undefined): number => dataset.tools[tool ?? ''] ?? 0;
    const tokensWithCounts = tokens.map((token) => ({
      ...token,
      ...(token.tool && { calls: callsOf(token.tool) }),
    }));
    this.#write('tokens.json', `${JSON.stringify(tokensWithCounts, null, 1)}\n`);
    this.#write('README.md', renderDataCard(dataset, licence));
  }

  #append(name: string, line: unknown): void {
    appendFileSync(join(this.#folder, `${name}.jsonl`), `${JSON.stringify(line)}\n`, { mode: 0o600 });
  }

  #write(name: string, text: string): void {
    writeFileSync(join(this.#folder, name), text, { mode: 0o600 });
  }
}
