import type { ActionContext } from '../../actions/ActionContext.ts';
import type { ActionEffect } from '../../actions/ActionEffect.ts';
import type { ActionResult } from '../../session/actions/ActionResult.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import type { WordContext } from './WordContext.ts';

/** To be called with what came of each action. */
export function record({ log, page }: WordContext, line: number | undefined, result: ActionResult): void {
  page.invalidate();
  log.addAction(result, line);
}

/** Tells of a value that is a secret, before it is there or after: its field may become one by it. */
export async function typing(
  { onSecret }: WordContext,
  actionContext: ActionContext,
  node: PageNode | undefined,
  value: string,
  type: () => Promise<ActionEffect>,
): Promise<ActionEffect> {
  if (!onSecret || !node) return type();
  // What has the focus in a frame that cannot be read is not known.
  const isSecret = async (): Promise<boolean> =>
    node.tag === 'iframe' || (await actionContext.readField(node)).isSecret;
  const wasSecret = await isSecret();
  try {
    return await type();
  } finally {
    if (wasSecret || (await isSecret().catch(() => true))) onSecret(value);
  }
}
