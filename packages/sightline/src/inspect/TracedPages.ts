import { dirname } from 'node:path';
import { z } from 'zod';
import { readRunFile, type TracedStep } from '../agent/trace/readTrace.ts';
import { CapturedPage } from '../session/captured/CapturedPage.ts';
import { elementKey, type PageNode } from '../snapshot/Page.ts';
import type { Visibility } from '../visibility/Visibility.ts';
import type { InspectedStep } from './Inspection.ts';
import { sketchPage } from './sketch/sketchPage.ts';

/** File names that runs write; a trace cannot name any other file. */
const snapshotPathSchema = (ending: string) =>
  z.string().regex(new RegExp(`^snapshots/[0-9a-f]{20}\\.${ending}$`));
const nodeRefSchema = z.object({ document: z.string(), id: z.int() });
const tracedStepSchema = z.object({
  snapshot: z.object({
    file: snapshotPathSchema('json'),
    picture: snapshotPathSchema('png').optional().catch(undefined),
  }),
  numbers: z.record(z.string(), z.array(z.tuple([z.int(), z.int()]))).catch({}),
  outcomes: z.array(
    z.object({
      input: z.object({ index: z.int().optional().catch(undefined) }).catch({}),
      node: nodeRefSchema.optional().catch(undefined),
      toNode: nodeRefSchema.optional().catch(undefined),
    }),
  ),
});

/** Limits for all screenshots of a run, and for one snapshot, bytes. */
const MAX_PICTURE_BYTES = 16_000_000;
const MAX_SNAPSHOT_BYTES = 100_000_000;

/** The pages saved beside a trace, as sketches for the film strip. */
export class TracedPages {
  readonly pictures: Buffer[] = [];
  readonly #folder: string;
  readonly #pictureIndices = new Map<string, number | undefined>();
  #bytes = 0;
  /** The last snapshot: consecutive steps often share one. */
  #lastRead: { file: string; visibility: Visibility | undefined } | undefined;

  constructor(trace: string) {
    this.#folder = dirname(trace);
  }

  /** Sketch of the page a step acted on; nothing if its snapshot is missing. */
  drawStep(step: TracedStep): Pick<InspectedStep, 'sketch' | 'picture'> {
    const { success, data } = tracedStepSchema.safeParse(step);
    const visibility = success ? this.#visibilityOf(data.snapshot.file) : undefined;
    if (!success || !visibility) return {};
    const picture = this.#pictureIndexOf(data.snapshot.picture);
    const refs = new Map<string, number>(
      Object.entries(data.numbers).flatMap(([document, pairs]) =>
        pairs.map(([number, id]) => [`${document}/${id}`, number] as const),
      ),
    );
    const refOf = (node: PageNode): number | undefined => refs.get(elementKey(node));
    const actedOn = new Set(data.outcomes.flatMap((outcome) => nodeKeysOf(outcome)));
    const actedRefs = new Set(data.outcomes.flatMap(({ input: { index } }) => index ?? []));
    const isTarget = (node: PageNode): boolean =>
      node.isElement && (actedOn.has(elementKey(node)) || actedRefs.has(refOf(node) ?? 0));
    const targets = new Set(visibility.page.nodes.filter(isTarget));
    const sketch = sketchPage(visibility, { refOf, targets, keepsViewport: picture !== undefined });
    return { sketch, ...(picture !== undefined && { picture }) };
  }

  #visibilityOf(file: string): Visibility | undefined {
    if (this.#lastRead?.file !== file)
      this.#lastRead = { file, visibility: readVisibility(this.#folder, file) };
    return this.#lastRead.visibility;
  }

  /** Its index; undefined if it is missing or the limit is reached. */
  #pictureIndexOf(file: string | undefined): number | undefined {
    if (file === undefined) return undefined;
    if (this.#pictureIndices.has(file)) return this.#pictureIndices.get(file);
    const image = readRunFile(this.#folder, file, MAX_PICTURE_BYTES - this.#bytes);
    this.#bytes += image?.length ?? 0;
    const index = image && this.pictures.push(image) - 1;
    this.#pictureIndices.set(file, index);
    return index;
  }
}

type TracedOutcome = z.infer<typeof tracedStepSchema>['outcomes'][number];

const nodeKeysOf = ({ node, toNode }: TracedOutcome): string[] =>
  [node, toNode].flatMap((nodeRef) => (nodeRef ? [`${nodeRef.document}/${nodeRef.id}`] : []));

function readVisibility(folder: string, file: string): Visibility | undefined {
  const text = readRunFile(folder, file, MAX_SNAPSHOT_BYTES);
  try {
    return text && CapturedPage.parse(String(text)).renderContext().pageState.visibility;
  } catch {
    return undefined;
  }
}
