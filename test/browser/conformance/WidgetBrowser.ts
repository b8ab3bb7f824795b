import type { Frame } from 'playwright-core';
import type { Session } from '../../../packages/sightline/src/session/Session.ts';
import { shareSession } from '../../support/sharedBrowser.ts';
import { type Handler, startServer, type TestServer } from '../../support/startServer.ts';

/** Where a widget may live. */
export const PLACES = [
  'page',
  'frame of the same origin',
  'frame of another origin',
  'frame of another process',
  'object',
  'open shadow root',
  'closed shadow root',
] as const;
export type Place = (typeof PLACES)[number];

/** A piece of a page. Its script finds elements by `find(id)`, in whatever document or shadow root they stand. */
export interface Widget {
  html: string;
  script?: string;
}

/** A session, in the browser that the worker shares, in which widgets are shown, each in the place that is asked for, and report what they received. */
export class WidgetBrowser {
  readonly session: Session;
  readonly #here: TestServer;
  readonly #there: TestServer;
  readonly #routes: Record<string, string | Handler>;
  #count = 0;
  #path = '';
  #text = '';

  private constructor(
    session: Session,
    here: TestServer,
    there: TestServer,
    routes: Record<string, string | Handler>,
  ) {
    this.session = session;
    this.#here = here;
    this.#there = there;
    this.#routes = routes;
  }

  static async start(): Promise<WidgetBrowser> {
    const routes: Record<string, string | Handler> = {};
    const [session, here, there] = await Promise.all([
      shareSession(),
      startServer(routes),
      startServer(routes),
    ]);
    return new WidgetBrowser(session, here, there, routes);
  }

  async close(): Promise<void> {
    await Promise.all([this.session.close(), this.#here.close(), this.#there.close()]);
  }

  /** Shows the widget, and looks at it. */
  async show(widget: Widget, place: Place = 'page'): Promise<void> {
    this.#path = `/widget-${++this.#count}`;
    this.#routes[this.#path] = documentOf(widget, place);
    const host = this.#hostOf(place);
    this.#routes['/around'] = `<!doctype html><link rel=icon href="data:,"><title>Around</title><p>Around</p>
       <${place === 'object' ? 'object data' : 'iframe src'}="${host}${this.#path}" width=900 height=500 style="border:20px solid #dde;padding:7px"></${place === 'object' ? 'object' : 'iframe'}>`;
    await this.session.navigate(host === '' ? this.#here.origin + this.#path : `${this.#here.origin}/around`);
    await this.look();
  }

  /** Shows a document as it stands, and looks at it. */
  async open(html: string): Promise<void> {
    this.#path = `/page-${++this.#count}`;
    this.#routes[this.#path] = PROLOGUE + html;
    await this.session.navigate(this.#here.origin + this.#path);
    await this.look();
  }

  /** Serves a document or whatever a handler answers, on both origins. */
  serve(path: string, answer: string | Handler): void {
    this.#routes[path] = answer;
  }

  get origin(): string {
    return this.#here.origin;
  }

  get otherSite(): string {
    return this.#there.origin.replace('127.0.0.1', 'localhost');
  }

  async look(): Promise<string> {
    this.#text = (await this.session.look({ full: true })).text;
    return this.#text;
  }

  /** The number of the first element whose line in the last look says so. */
  number(label: string): number {
    const escaped = label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const number = new RegExp(`\\[(\\d+)\\]<[^\\[\\n]*?${escaped}`).exec(this.#text)?.[1];
    if (number === undefined) throw new Error(`no number for ${label} in\n${this.#text}`);
    return Number(number);
  }

  /** What the widget received: the event, the id of its element, and what distinguishes it from others. */
  async events(): Promise<string[]> {
    return (await this.state('seen')) as string[];
  }

  /** What an expression comes to in the widget's document. */
  state(expression: string): Promise<unknown> {
    return this.#frame.evaluate(expression);
  }

  get #frame(): Frame {
    const { page } = this.session;
    return (
      page.frames().find((frame) => new URL(frame.url(), 'http://x').pathname === this.#path) ??
      page.mainFrame()
    );
  }

  #hostOf(place: Place): string {
    if (place === 'frame of the same origin' || place === 'object') return this.#here.origin;
    if (place === 'frame of another origin') return this.#there.origin;
    return place === 'frame of another process' ? this.otherSite : '';
  }
}

const PROLOGUE =
  '<!doctype html><meta charset=utf-8><link rel=icon href="data:,"><title>Test</title><style>body{font:16px sans-serif}</style>';

const EVENTS = [
  'click',
  'auxclick',
  'contextmenu',
  'dblclick',
  'mouseover',
  'focusin',
  'keydown',
  'input',
  'change',
  'dragstart',
  'drop',
  'submit',
];

function documentOf({ html, script = '' }: Widget, place: Place): string {
  const mode = place === 'open shadow root' ? 'open' : place === 'closed shadow root' ? 'closed' : undefined;
  const make = mode
    ? `var root = document.querySelector('x-host').attachShadow({ mode: '${mode}' }); root.innerHTML = ${inScript(html)};`
    : 'var root = document;';
  return `${PROLOGUE}${mode ? '<x-host style="display:block"></x-host>' : html}<script>${make}
    var seen = [], find = (id) => root.getElementById(id), note = (text) => seen.push(text);
    var BUTTONS = ['', 'middle', 'right'], KEYS = ['alt', 'ctrl', 'meta', 'shift'];
    for (const type of ${JSON.stringify(EVENTS)}) root.addEventListener(type, (event) => {
      const held = KEYS.filter((key) => event[key + 'Key']);
      note([type, event.target.id, BUTTONS[event.button], event.key, ...held, event.isTrusted ? '' : 'UNTRUSTED'].filter(Boolean).join(' '));
    }, true);
    ${script}</script>`;
}

const inScript = (text: string): string => JSON.stringify(text).replaceAll('</', '<\\/');
