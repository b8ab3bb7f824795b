import type { CDPSession } from 'playwright-core';
import { ActivitySignal } from '../ActivitySignal.ts';

/** A tool that a page registers for agents (WebMCP): all that it says of itself is text of the page. */
export interface PageTool {
  frameId: string;
  name: string;
  description: string;
  /** A JSON schema, as the page gave it. */
  inputSchema: unknown;
  /** It says that it changes nothing. */
  readOnly: boolean;
  /** It says that what it does cannot be taken back. */
  consequential: boolean;
  /** A form that is filled in by the call, and submitted by whoever uses the page. */
  isSubmittedByHand: boolean;
}

/** What became of a call. */
export type PageToolOutcome =
  | { status: 'completed'; output: unknown }
  | { status: 'failed'; message: string }
  | { status: 'canceled' };

export interface PageToolCallOptions {
  timeoutMs: number;
  signal: AbortSignal;
}

/** As the browser announces them. */
interface AnnouncedTool {
  name: string;
  description: string;
  inputSchema?: unknown;
  annotations?: { readOnly?: boolean; consequential?: boolean; autosubmit?: boolean };
  frameId: string;
  backendNodeId?: number;
}

interface ToolResponse {
  invocationId: string;
  status: 'Completed' | 'Canceled' | 'Error';
  output?: unknown;
  errorText?: string;
  exception?: { description?: string };
}

/** Most tools that are kept of a target: the first ones. */
const MAX_TOOLS = 200;

const keyOf = ({ frameId, name }: Pick<AnnouncedTool, 'frameId' | 'name'>): string => `${frameId} ${name}`;

/** The tools that the documents of one target have registered. */
export class TargetTools {
  readonly #session: CDPSession;
  readonly #tools = new Map<string, PageTool>();
  /** Those that the tools are of. */
  #documents: string | undefined;
  #asking: Promise<void> = Promise.resolve();
  #isSupported = true;

  constructor(session: CDPSession) {
    this.#session = session;
    session.on('WebMCP.toolsAdded', this.#onAdded);
    session.on('WebMCP.toolsRemoved', this.#onRemoved);
  }

  /**
   * Those of now; none where the browser has no WebMCP, or it is not turned on. `documents`: any text that stands for the documents
   * of the target; with others all is asked for again, as the browser does not report what went with a document.
   */
  async list(documents: string): Promise<PageTool[]> {
    if (this.#isSupported && documents !== this.#documents) this.#asking = this.#ask(documents);
    await this.#asking;
    return [...this.#tools.values()];
  }

  async #ask(documents: string): Promise<void> {
    const isFirst = this.#documents === undefined;
    this.#documents = documents;
    // One round trip: what is announced after the first answer is of these documents.
    const turningOff = isFirst ? undefined : this.#session.send('WebMCP.disable');
    const turningOn = this.#session.send('WebMCP.enable').catch(this.#onUnsupported);
    await Promise.all([turningOff?.then(() => this.#tools.clear()), turningOn]);
  }

  /** Undefined where it did not answer in time: it is asked to stop then, but for a form that somebody is to submit. */
  async call(
    { name, frameId, isSubmittedByHand }: PageTool,
    input: Record<string, unknown>,
    { timeoutMs, signal }: PageToolCallOptions,
  ): Promise<PageToolOutcome | undefined> {
    const outcomes = new Map<string, PageToolOutcome>();
    const activity = new ActivitySignal();
    const onResponded = (response: ToolResponse): void => {
      outcomes.set(response.invocationId, outcomeOf(response));
      activity.raise();
    };
    const wake = (): void => activity.raise();
    this.#session.on('WebMCP.toolResponded', onResponded);
    this.#session.on('close', wake);
    signal.addEventListener('abort', wake);
    try {
      // Browsers before Chromium 157 know tools by their names alone.
      const call = { frameId, toolName: name, input: input as Record<string, string> };
      const { invocationId } = await this.#session.send('WebMCP.invokeTool', call);
      const deadline = performance.now() + timeoutMs;
      while (!outcomes.has(invocationId) && !signal.aborted && performance.now() < deadline)
        await activity.next(deadline - performance.now());
      const outcome = outcomes.get(invocationId);
      if (!outcome && !isSubmittedByHand) this.#cancel(invocationId);
      return outcome;
    } finally {
      this.#session.off('WebMCP.toolResponded', onResponded);
      this.#session.off('close', wake);
      signal.removeEventListener('abort', wake);
    }
  }

  /** Not waited for: a page that does not answer does not answer this either. */
  #cancel(invocationId: string): void {
    this.#session.send('WebMCP.cancelInvocation', { invocationId }).catch(() => undefined);
  }

  readonly #onUnsupported = (): void => {
    this.#isSupported = false;
  };

  readonly #onAdded = ({ tools }: { tools: AnnouncedTool[] }): void => {
    for (const tool of tools)
      if (this.#tools.size < MAX_TOOLS) this.#tools.set(keyOf(tool), toPageTool(tool));
  };

  readonly #onRemoved = ({ tools }: { tools: Pick<AnnouncedTool, 'frameId' | 'name'>[] }): void => {
    for (const tool of tools) this.#tools.delete(keyOf(tool));
  };
}

const toPageTool = ({
  frameId,
  name,
  description,
  inputSchema,
  annotations: { readOnly = false, consequential = false, autosubmit = false } = {},
  backendNodeId,
}: AnnouncedTool): PageTool => ({
  frameId,
  name,
  description,
  inputSchema,
  readOnly,
  consequential,
  isSubmittedByHand: backendNodeId !== undefined && !autosubmit,
});

function outcomeOf({ status, output, errorText, exception }: ToolResponse): PageToolOutcome {
  if (status === 'Completed') return { status: 'completed', output };
  if (status === 'Canceled') return { status: 'canceled' };
  return { status: 'failed', message: exception?.description ?? errorText ?? '' };
}
