import type { FrameTarget } from '../frames/FrameTarget.ts';
import { withTimeout } from '../withTimeout.ts';
import { type PageTool, type PageToolCallOptions, type PageToolOutcome, TargetTools } from './TargetTools.ts';

/** A tool of the page as it can be called. */
export interface OfferedTool extends PageTool {
  /** It is registered by a frame within the page. */
  isInFrame: boolean;
  /** Whether the document that registered it is still in its frame. */
  isThere(): boolean;
  call(input: Record<string, unknown>, options: PageToolCallOptions): Promise<PageToolOutcome | undefined>;
}

/** Milliseconds for a target to answer what it has. */
const TIMEOUT_MS = 1_000;

/** The tools that a page registers for agents, in all of its documents. */
export class PageTools {
  readonly #byTarget = new WeakMap<FrameTarget, TargetTools>();

  /** Those of now, the page's own first; none of a target that does not answer, or has no WebMCP. */
  async list(targets: readonly FrameTarget[]): Promise<OfferedTool[]> {
    const rootFrameId = targets[0]?.rootFrameId;
    const listed = await Promise.all(targets.map((target) => this.#listOf(target, rootFrameId)));
    const offered = listed.flat();
    return [
      ...offered.filter(({ isInFrame }) => !isInFrame),
      ...offered.filter(({ isInFrame }) => isInFrame),
    ];
  }

  async #listOf(target: FrameTarget, rootFrameId: string | undefined): Promise<OfferedTool[]> {
    const tools = this.#byTarget.get(target) ?? new TargetTools(target.session);
    this.#byTarget.set(target, tools);
    const documents = target.frameIds().map((frameId) => target.contextOf(frameId)?.uniqueId);
    const listing = tools.list(documents.join()).catch(() => []);
    return (await withTimeout(listing, TIMEOUT_MS, [])).map((tool) => ({
      ...tool,
      isInFrame: tool.frameId !== rootFrameId,
      isThere: isThereTest(target, tool.frameId),
      call: (input, options) => tools.call(tool, input, options),
    }));
  }
}

function isThereTest(target: FrameTarget, frameId: string): () => boolean {
  const document = target.contextOf(frameId)?.uniqueId;
  return () => target.contextOf(frameId)?.uniqueId === document;
}
