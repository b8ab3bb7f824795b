import { interactiveNodes } from '../render/buildPageJson.ts';
import type { ScreenshotService } from './ScreenshotService.ts';
import type { SessionContext } from './SessionContext.ts';
import type { InspectOptions, InspectResult } from './SessionResult.ts';

/** See `Session.inspect`. */
export async function inspectPage(
  { since, numberAll, ...options }: Omit<InspectOptions, 'signal'>,
  session: SessionContext,
  screenshots: ScreenshotService,
): Promise<InspectResult> {
  const { source, refs } = session;
  if (numberAll) await assignMissingRefs(session, options.timeoutMs);
  const numbers = refs.entries();
  const hasSameRefs = since?.numbers.length === numbers.length;
  if (hasSameRefs && (await source.capture(options.timeoutMs)) === since.snapshot) return since;
  if (source.saved) return { snapshot: source.saved, numbers };
  const { snapshot, ...picture } = await screenshots.capture(options);
  return { snapshot, numbers, picture };
}

/** Elements that have a number stay as they were last shown: nobody who acts by numbers reads the inspection. */
async function assignMissingRefs(session: SessionContext, timeoutMs: number | undefined): Promise<void> {
  const context = (await session.capture(timeoutMs)).renderContext();
  for (const node of interactiveNodes(context)) if (!session.refs.entryOf(node)) context.refOf(node);
}
