import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { TracedStep } from '../agent/readTrace.ts';
import { CapturedPage } from '../core/CapturedPage.ts';
import { identity, type PageNode } from '../model/Page.ts';
import type { Pruning } from '../prune/Pruning.ts';
import type { InspectedStep } from './Inspection.ts';
import { sketchPage } from './sketchPage.ts';

/** Names as a run gives them: what else a trace names is not read. */
const fileName = (ending: string) => z.string().regex(new RegExp(`^snapshots/[0-9a-f]{20}\\.${ending}$`));
const place = z.object({ document: z.string(), id: z.int() });
const traced = z.object({
  snapshot: z.object({
    file: fileName('json'),
    picture: fileName('png').optional().catch(undefined),
  }),
  numbers: z.record(z.string(), z.array(z.tuple([z.int(), z.int()]))).catch({}),
  outcomes: z.array(
    z.object({
      input: z.object({ index: z.int().optional().catch(undefined) }).catch({}),
      node: place.optional().catch(undefined),
      toNode: place.optional().catch(undefined),
    }),
  ),
});

/** Bytes of all pictures of one run that are put into a file, and of one page that is read. */
const MOST_BYTES = 16_000_000;
const MOST_PAGE = 100_000_000;

/** The pages beside a trace, as they are drawn in its film strip. */
export class TracedPages {
  readonly pictures: Buffer[] = [];
  readonly #folder: string;
  readonly #known = new Map<string, number | undefined>();
  #bytes = 0;
  /** The last that was read: steps on one page follow each other. */
  #last: { file: string; pruning: Pruning | undefined } | undefined;

  constructor(trace: string) {
    this.#folder = dirname(trace);
  }

  /** What a step acted on; nothing where the run kept no pages, or this one is gone. */
  draw(step: TracedStep): Pick<InspectedStep, 'sketch' | 'picture'> {
    const { success, data } = traced.safeParse(step);
    const pruning = success ? this.#read(data.snapshot.file) : undefined;
    if (!success || !pruning) return {};
    const picture = this.#picture(data.snapshot.picture);
    const numbers = new Map<string, number>(
      Object.entries(data.numbers).flatMap(([document, pairs]) =>
        pairs.map(([number, id]) => [`${document}/${id}`, number] as const),
      ),
    );
    const numberOf = (node: PageNode): number | undefined => numbers.get(identity(node));
    const acted = new Set(data.outcomes.flatMap((outcome) => keysOf(outcome)));
    const indices = new Set(data.outcomes.flatMap(({ input: { index } }) => index ?? []));
    const isTarget = (node: PageNode): boolean =>
      node.isElement && (acted.has(identity(node)) || indices.has(numberOf(node) ?? 0));
    const targets = new Set(pruning.page.nodes.filter(isTarget));
    const sketch = sketchPage(pruning, { numberOf, targets, isFixed: picture !== undefined });
    return { sketch, ...(picture !== undefined && { picture }) };
  }

  #read(file: string): Pruning | undefined {
    if (this.#last?.file !== file) this.#last = { file, pruning: prunedPage(join(this.#folder, file)) };
    return this.#last.pruning;
  }

  /** Its number; undefined where there is none, or no room for it. */
  #picture(file: string | undefined): number | undefined {
    if (file === undefined) return undefined;
    if (this.#known.has(file)) return this.#known.get(file);
    const image = readWhole(join(this.#folder, file), MOST_BYTES - this.#bytes);
    this.#bytes += image?.length ?? 0;
    const number = image && this.pictures.push(image) - 1;
    this.#known.set(file, number);
    return number;
  }
}

type Named = z.infer<typeof traced>['outcomes'][number];

const keysOf = ({ node, toNode }: Named): string[] =>
  [node, toNode].flatMap((one) => (one ? [`${one.document}/${one.id}`] : []));

function prunedPage(path: string): Pruning | undefined {
  const text = readWhole(path, MOST_PAGE);
  try {
    return text && CapturedPage.parse(String(text)).scene().structure.pruning;
  } catch {
    return undefined;
  }
}

function readWhole(path: string, most: number): Buffer | undefined {
  try {
    return statSync(path).size <= most ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}
