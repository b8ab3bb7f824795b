import { FILLED } from '../model/publicUrl.ts';
import type { SightlineError } from '../model/SightlineError.ts';
import type { Numbered, Session, ToldElement } from '../session/Session.ts';
import type { ToolAnswer } from '../tools/defineTool.ts';
import { runTool, toSightlineError } from '../tools/runTool.ts';
import { contextOf } from './contextOf.ts';
import { Ending } from './Ending.ts';
import { fitText } from './fitText.ts';
import type { Call } from './Model.ts';
import type { Menu } from './menu.ts';
import type { Secrets } from './Secrets.ts';
import { withoutAdvice } from './viewPage.ts';

/** What came of one call. */
export interface Outcome {
  call: Call;
  /** `ask`: told of the page; `act`: did something to it; `own`: done, fail and note. */
  kind: 'ask' | 'act' | 'own';
  /** What the model is told. */
  text: string;
  data: Record<string, unknown>;
  error?: SightlineError;
  /** The page is another one now: what was planned for the old one is void. */
  left: boolean;
  /** What the number stood for. */
  target?: ToldElement;
  /** The same for `to`. */
  toTarget?: ToldElement;
  /** With snapshots: which elements of the page those are. */
  node?: Numbered;
  toNode?: Numbered;
  /** With snapshots: the selectors that found the element, each proven, and the frames around it. */
  located?: unknown;
  /** Its text went into a secret field. */
  isSecret?: boolean;
  ms: number;
}

export interface HandsParts {
  session: Session;
  menu: Menu;
  signal: AbortSignal;
  secrets: Secrets;
  /** Bounds of what a call answers, in tokens. */
  room: { ask: number; act: number };
  /** Most results of a query. */
  maxResults: number;
  /** Elements are told so that a snapshot of the page knows them, with all their locators. Default false. */
  identifies?: boolean;
}

const OWN = new Set(['done', 'fail', 'note', 'delegate']);
const TRAVEL = new Set(['open', 'back', 'tabs']);

/** Runs the calls of a model: every answer or error becomes words for it. */
export class Hands {
  readonly #parts: HandsParts;

  constructor(parts: HandsParts) {
    this.#parts = parts;
  }

  /** @throws Ending when the browser is gone; the signal's reason */
  async perform(call: Call): Promise<Outcome> {
    const started = performance.now();
    const target = this.#told(call, 'index');
    const toTarget = this.#told(call, 'to');
    const identity = await this.#identify(call);
    const isSecret = await this.#isSecret(call);
    const outcome = await this.#run(call);
    const wasSecret = isSecret || (!outcome.error && (await this.#isSecret(call)));
    if (call.tool === 'open') this.#parts.secrets.addFrom(String((call.input as { url: unknown }).url));
    if (wasSecret) this.#parts.secrets.add(textOf(call) ?? '');
    const ms = Math.round(performance.now() - started);
    return {
      ...outcome,
      ...(target && { target }),
      ...(toTarget && { toTarget }),
      ...identity,
      ...(wasSecret && { isSecret: true }),
      ms,
    };
  }

  /** Whether a call only asks something of the page. */
  isAsk({ tool }: Call): boolean {
    return this.#parts.menu.get(tool)?.tool.readOnly === true && !OWN.has(tool);
  }

  async #run(call: Call): Promise<Omit<Outcome, 'ms'>> {
    const { menu, session, signal } = this.#parts;
    const tool = menu.get(call.tool)?.tool;
    if (!tool) throw new Error(`${call.tool} is not on the menu`);
    const kind = OWN.has(call.tool) ? 'own' : tool.readOnly ? 'ask' : 'act';
    try {
      const answer = await runTool(
        tool,
        contextOf(session, signal),
        this.#inputOf(call, tool.input.shape, kind),
      );
      const left = kind === 'act' && (TRAVEL.has(call.tool) || isLeft(answer.data));
      return { call, kind, text: this.#tell(answer, kind), data: answer.data, left };
    } catch (thrown) {
      signal.throwIfAborted();
      const error = toSightlineError(thrown);
      if (error.code === 'browser_closed') throw new Ending('page', error.message, { error });
      return {
        call,
        kind,
        text: `error: ${error.message} ${error.hint}`.trim(),
        data: {},
        error,
        left: false,
      };
    }
  }

  /** With bounds for what is answered, where the tool knows any. */
  #inputOf({ input }: Call, shape: Record<string, unknown>, kind: Outcome['kind']): unknown {
    const { room, maxResults } = this.#parts;
    const given = input as Record<string, unknown>;
    const bounds = {
      ...('maxTokens' in shape && {
        maxTokens: Math.max(50, Math.floor(kind === 'ask' ? room.ask : room.act)),
      }),
      ...('max_results' in shape && {
        max_results: given.max_results ?? maxResults,
      }),
    };
    return { ...given, ...bounds };
  }

  #tell({ text, notices = [] }: ToolAnswer, kind: Outcome['kind']): string {
    const { room } = this.#parts;
    if (kind === 'own') return text;
    const told = [withoutAdvice(text), ...notices].join('\n');
    return fitText(told, kind === 'ask' ? room.ask : room.act + SLACK);
  }

  #told({ input }: Call, field: 'index' | 'to'): ToldElement | undefined {
    const number = (input as Record<string, unknown>)[field];
    return typeof number === 'number' ? this.#parts.session.told(number) : undefined;
  }

  async #identify(call: Call): Promise<Pick<Outcome, 'node' | 'toNode' | 'located'>> {
    const { identifies, session } = this.#parts;
    if (!identifies) return {};
    const { index, to } = call.input as { index?: unknown; to?: unknown };
    const numbered = session.numbered();
    const node = numbered.find(({ number }) => number === index);
    const toNode = numbered.find(({ number }) => number === to);
    // What cannot be located now the action itself will say.
    const located =
      node && !this.isAsk(call)
        ? await session.details(node.number, { locators: true }).then(
            ({ data }) => data.locators,
            () => undefined,
          )
        : undefined;
    return { ...(node && { node }), ...(toNode && { toNode }), ...(located !== undefined && { located }) };
  }

  async #isSecret(call: Call): Promise<boolean> {
    const { index } = call.input as { index?: unknown };
    if (textOf(call) === undefined || typeof index !== 'number' || !this.#parts.menu.get(call.tool))
      return false;
    return this.#parts.session.isSecret(index, { timeoutMs: 1_000 }).catch(() => false);
  }
}

/** Notices beside what an action tells. */
const SLACK = 120;

/** What a call types. */
const textOf = ({ tool, input }: Call): string | undefined =>
  tool === 'fill' || tool === 'type_text' ? String((input as { text?: unknown }).text ?? '') : undefined;

/** A call as it may be told: without what it typed into a secret field. */
export function tellCall({ call: { tool, input }, isSecret }: Pick<Outcome, 'call' | 'isSecret'>): {
  tool: string;
  input: unknown;
} {
  return { tool, input: isSecret ? { ...(input as object), text: FILLED } : input };
}

/** By what an action says of itself: another page, another address, another tab. */
function isLeft({ otherPage, url, events }: Record<string, unknown>): boolean {
  const opened =
    Array.isArray(events) &&
    events.some(({ kind }: { kind: string }) => ['opened', 'closed', 'lost'].includes(kind));
  return otherPage === true || url !== undefined || opened;
}
