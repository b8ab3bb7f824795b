import { stripVTControlCharacters } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { NamedCase } from './cases.ts';
import type { TestRecord } from './runTests.ts';

/** Whether a text names the cause, and what it costs to read. */
export interface Verdict {
  /** In what it states: our cause and elements, Playwright's error. */
  stated: boolean;
  /** Anywhere, the page included. */
  anywhere: boolean;
  /** In the first sentence or two; of Playwright's the same as `stated`. */
  first: boolean;
  /** o200k. */
  tokens: number;
}

export interface JudgedCase extends Pick<NamedCase, 'name' | 'kind' | 'heldBack'> {
  error: string;
  sightline: Verdict;
  errorContext: Verdict;
}

/** Compares what both attachments of a failed test say with the declared cause. */
export function judgeCase({ name, kind, heldBack, cause }: NamedCase, record: TestRecord): JudgedCase {
  const { error, sightline, errorContext } = record;
  const stated = sightline.split(/^Page: /m)[0] ?? '';
  const [first = ''] = sightline.split('\n');
  const details =
    /# Error details\n([\s\S]*?)(?=\n# (?:Page snapshot|Test source)|$)/.exec(errorContext)?.[1] ?? '';
  const names = namesCause(cause);
  const verdict = (all: string, stated: string, head: string): Verdict => ({
    stated: names(stated),
    anywhere: names(all),
    first: names(head),
    tokens: all === '' ? 0 : countTokens(all),
  });
  // What a matcher adds of the page is no statement.
  const statement = details.replace(/```yaml[\s\S]*?```/g, '');
  return {
    name,
    kind,
    heldBack,
    error: stripVTControlCharacters(error),
    sightline: verdict(sightline, stated, first),
    errorContext: verdict(errorContext, statement, statement),
  };
}

function namesCause(cause: readonly string[]): (text: string) => boolean {
  const tests = cause.map((one) => new RegExp(one, 'i'));
  return (text) => {
    const line = text.replace(/\s+/g, ' ');
    return tests.every((test) => test.test(line));
  };
}
