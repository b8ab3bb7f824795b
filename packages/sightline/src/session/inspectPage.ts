import { interactiveNodes } from '../render/buildPageJson.ts';
import type { RenderContext } from '../render/RenderContext.ts';
import type { PageSource } from './pages/PageSource.ts';
import type { RefRegistry } from './refs/RefRegistry.ts';
import type { ScreenshotService } from './ScreenshotService.ts';
import type { InspectOptions, InspectResult } from './SessionResult.ts';

interface InspectContext {
  source: PageSource;
  refs: RefRegistry;
  screenshots: ScreenshotService;
  captureContext: (timeoutMs?: number) => Promise<RenderContext>;
}

/** See `Session.inspect`. */
export async function inspectPage(
  { since, numberAll, ...options }: InspectOptions,
  { source, refs, screenshots, captureContext }: InspectContext,
): Promise<InspectResult> {
  if (numberAll) assignMissingRefs(await captureContext(options.timeoutMs), refs);
  const assignedRefs = refs.entries();
  const hasSameRefs = since?.numbers.length === assignedRefs.length;
  if (hasSameRefs && (await source.capture(options.timeoutMs)) === since.snapshot) return since;
  if (source.saved) return { snapshot: source.saved, numbers: assignedRefs };
  const { snapshot, ...picture } = await screenshots.capture(options);
  return { snapshot, numbers: assignedRefs, picture };
}

/** What has one keeps what was told of it: nobody who acts by numbers read this. */
function assignMissingRefs(context: RenderContext, refs: RefRegistry): void {
  for (const node of interactiveNodes(context)) if (!refs.entryOf(node)) context.refOf(node);
}
