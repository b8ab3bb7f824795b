import { randomUUID } from 'node:crypto';
import type { CDPSession } from 'playwright-core';
import type { JsonText, PageApi, PageNodeApi } from '../../injected/PageApi.ts';
import { pageScript } from '../../injected/script.gen.ts';
import type { SeededFingerprints } from '../../snapshot/secrets/secretFingerprints.ts';
import { DOM_LIMITS } from '../../snapshot/selectors/DomQuery.ts';
import { DocumentGoneError, isDocumentGone } from './DocumentGoneError.ts';

/** What a call needs of a `FrameTarget`. */
export interface ScriptTarget {
  readonly session: CDPSession;
  contextOf(frameId: string): { id: number; uniqueId: string } | undefined;
  /** Whether the page script runs in a context, by its unique id. */
  isInjected(contextId: string): boolean;
  markInjected(contextId: string): void;
  /** What a context has yet to learn of the secrets that were typed; undefined where it knows them. */
  newSecretsFor(contextId: string): SeededFingerprints | undefined;
}

/** A frame; with `contextId`, the one document that has this context, by the context's unique id. */
export interface FrameAddress {
  readonly target: ScriptTarget;
  readonly frameId: string;
  readonly contextId?: string | undefined;
}

/** What a method of the page script returns, once it has crossed to Node. */
export type PageResult<M extends keyof PageApi> =
  Awaited<ReturnType<PageApi[M]>> extends JsonText<infer T> ? T : Awaited<ReturnType<PageApi[M]>>;

/** Milliseconds after which the browser ends a call. */
const TIMEOUTS: Partial<Record<keyof PageApi, number>> = { queryDom: DOM_LIMITS.inPageMs };

/**
 * Calls a method of the page script in a frame, and awaits what it promises. Injects the script where it does not run
 * yet, and gives it first the fingerprints of secrets that were typed meanwhile. Throws `DocumentGoneError` where the frame has no document, or loses it before the method returns.
 */
export async function callPageScript<M extends keyof PageApi>(
  frame: FrameAddress,
  method: M,
  ...args: Parameters<PageApi[M]>
): Promise<PageResult<M>> {
  const { target } = frame;
  const contextId = contextIdOf(frame);
  if (contextId === undefined) throw new DocumentGoneError(`frame ${frame.frameId} has no document`);
  const secrets = target.newSecretsFor(contextId);
  const setSecrets = secrets ? `__sightline.setTypedSecrets(${JSON.stringify(secrets)});` : '';
  const call = `${setSecrets}__sightline.call(${JSON.stringify(method)},${JSON.stringify(args)})`;
  const expression = target.isInjected(contextId) ? call : `${pageScript};${call}`;
  const json = await evaluate(target, contextId, expression, TIMEOUTS[method]);
  target.markInjected(contextId);
  return (json === undefined ? undefined : JSON.parse(json)) as PageResult<M>;
}

/** As `callPageScript`; undefined where the document is gone or does not answer. */
export async function tryCallPageScript<M extends keyof PageApi>(
  frame: FrameAddress,
  method: M,
  ...args: Parameters<PageApi[M]>
): Promise<PageResult<M> | undefined> {
  return callPageScript(frame, method, ...args).catch(() => undefined);
}

/** Evaluates an expression beside the page script, for its effect; nothing where the document is gone. */
export async function tryEvaluateInFrame(frame: FrameAddress, expression: string): Promise<void> {
  const contextId = contextIdOf(frame);
  if (contextId === undefined) return;
  await evaluate(frame.target, contextId, expression, undefined).catch(() => undefined);
}

/**
 * Calls a method of the page script, where it runs already, with live nodes, by the browser's numbers of them. A node
 * that cannot be resolved is `undefined` to the method.
 */
export async function callWithNodes<M extends keyof PageNodeApi>(
  { target, frameId }: FrameAddress,
  method: M,
  backendNodeIds: readonly number[],
): Promise<ReturnType<PageNodeApi[M]>> {
  const { session } = target;
  const context = target.contextOf(frameId);
  if (!context) throw new DocumentGoneError(`frame ${frameId} has no document`);
  const executionContextId = context.id;
  // One group a call: releasing it must not release the nodes of a parallel call.
  const objectGroup = `sightline-${randomUUID()}`;
  const resolve = (backendNodeId: number) =>
    session.send('DOM.resolveNode', { backendNodeId, executionContextId, objectGroup });
  const nodes = await Promise.all(backendNodeIds.map((id) => resolve(id).catch(() => undefined)));
  try {
    const { result } = await session.send('Runtime.callFunctionOn', {
      functionDeclaration: `function (...nodes) { return __sightline.${method}(...nodes); }`,
      executionContextId,
      arguments: nodes.map((node) => ({ objectId: node?.object.objectId })),
      returnByValue: true,
    });
    return result.value;
  } catch (error) {
    throw toGoneError(error);
  } finally {
    session.send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => undefined);
  }
}

/** Undefined where the frame has no document, or another than `contextId` says. */
function contextIdOf({ target, frameId, contextId }: FrameAddress): string | undefined {
  const current = target.contextOf(frameId)?.uniqueId;
  return contextId === undefined || contextId === current ? current : undefined;
}

async function evaluate(
  { session }: ScriptTarget,
  uniqueContextId: string,
  expression: string,
  timeout: number | undefined,
): Promise<string | undefined> {
  const parameters = { expression, uniqueContextId, returnByValue: true, awaitPromise: true };
  const { result, exceptionDetails } = await session
    .send('Runtime.evaluate', timeout === undefined ? parameters : { ...parameters, timeout })
    .catch((error: unknown) => {
      throw toGoneError(error);
    });
  if (!exceptionDetails) return result.value;
  const { exception, text } = exceptionDetails;
  throw new Error(`The page script failed: ${exception?.description ?? text}`);
}

function toGoneError(error: unknown): unknown {
  return isDocumentGone(error) ? new DocumentGoneError(String(error), { cause: error }) : error;
}
