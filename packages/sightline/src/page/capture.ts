import { publicUrl } from '../model/publicUrl.ts';
import type { DocumentSnapshot } from '../model/Snapshot.ts';
import { toAscii } from './ascii.ts';
import { Attributes } from './attributes.ts';
import { isShown, namespace, ofDocument, shadowOf } from './dom.ts';
import type { Environment } from './Environment.ts';
import type { GeneratedText } from './GeneratedText.ts';
import { Ground } from './ground.ts';
import { testHits } from './hit.ts';
import { addLayers } from './layers.ts';
import { markInert } from './modal.ts';
import { labelsOf, Names } from './names.ts';
import type { Pulse } from './Pulse.ts';
import type { RareStyles } from './RareStyles.ts';
import { type PendingName, Recording } from './Recording.ts';
import type { Registry } from './Registry.ts';
import type { Secrets } from './secrets.ts';
import { Styles, valueOf } from './styles.ts';
import type { Told } from './Told.ts';
import { Tags } from './tags.ts';
import { cap } from './text.ts';
import { Walk } from './Walk.ts';

/** Milliseconds of each stage of one capture. */
export interface CaptureTiming {
  walk: number;
  names: number;
  layers: number;
  hit: number;
  stringify: number;
}

/** What one capture leaves to the next. */
interface Kept {
  registry: Registry;
  secrets: Secrets;
  pulse: Pulse;
  generated: GeneratedText;
  told: Told;
  rare: RareStyles;
}

/**
 * Captures this document as ASCII JSON: a `DocumentSnapshot` without `owner`, with `at`, `timing` and `holdsSecrets`.
 * For a reader that holds the capture `from`, it may say only what differs: `difference` in place of `rows`, and only
 * the new strings.
 */
export function capture({ registry, secrets, pulse, generated, told, rare }: Kept, from: number): string {
  const clock = new Clock();
  generated.begin();
  rare.begin();
  secrets.begin();
  const root = ofDocument('documentElement') as Element | null;
  const recording = new Recording(told.stringsFor(from));
  const env = environment(registry, secrets, generated, rare, recording);
  if (root) new Walk(env).run(root);
  const walk = clock.lap();
  resolveNames(env);
  const names = clock.lap();
  addLayers(recording, markInert(recording));
  const layers = clock.lap();
  testHits(env);
  const hit = clock.lap();
  pulse.keep(registry, recording.shadows, recording.clippers());
  secrets.watch(recording.shadows);
  const masked = secrets.echoes.removeFrom(recording);
  const columns = told.tell(recording, masked ? 0 : from);
  if (masked) told.forget();
  const head = toAscii(JSON.stringify(describe(registry, secrets)));
  const timing = { walk, names, layers, hit, stringify: clock.lap() };
  const rest = JSON.stringify({ timing, holdsSecrets: !secrets.echoes.none }).slice(1);
  return `${head.slice(0, -1)},${columns},${rest}`;
}

class Clock {
  #last = performance.now();

  lap(): number {
    const now = performance.now();
    const lap = Math.round((now - this.#last) * 100) / 100;
    this.#last = now;
    return lap;
  }
}

const XHTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';

function environment(
  registry: Registry,
  secrets: Secrets,
  generated: GeneratedText,
  rare: RareStyles,
  recording: Recording,
): Environment {
  const styles = new Styles();
  const isXml = ofDocument('contentType') !== 'text/html';
  return {
    recording,
    registry,
    secrets,
    generated,
    rare,
    tags: new Tags(recording.strings),
    textTag: recording.strings.add('#text'),
    styles,
    ground: new Ground(styles),
    attributes: new Attributes(),
    scrollX: window.scrollX,
    scrollY: window.scrollY,
    focused: focusedElement(registry),
    fullscreen: ofDocument('fullscreenElement'),
    isForeign: isXml ? (element) => namespace(element) !== XHTML && namespace(element) !== SVG : () => false,
    keep: (key, value) => recording.keep(recording.rows.tag.length - 1, key, value),
  };
}

function focusedElement(registry: Registry): Element | null {
  let focused = ofDocument('activeElement');
  for (let inner = focused; inner; focused = inner ?? focused)
    inner = (shadowOf(inner) ?? registry.closedRootOf(inner))?.activeElement ?? null;
  return focused === ofDocument('body') || focused === ofDocument('documentElement') ? null : focused;
}

function describe(
  registry: Registry,
  secrets: Secrets,
): Omit<DocumentSnapshot, 'strings' | 'rows' | 'owner'> {
  return {
    key: registry.key,
    url: secrets.echoes.without(publicUrl(location.href)),
    origin: self.origin,
    title: cap(secrets.echoes.without(ofDocument('title'))),
    readyState: ofDocument('readyState'),
    contentType: ofDocument('contentType'),
    viewport: { width: window.innerWidth, height: window.innerHeight },
    scroll: scrollExtent(),
  };
}

/** How far a person can scroll the document: `overflow: hidden` of the root, or of the body for it, ends that. */
function scrollExtent(): DocumentSnapshot['scroll'] {
  const scroller = ofDocument('scrollingElement') ?? ofDocument('documentElement');
  const x = Math.round(window.scrollX);
  const y = Math.round(window.scrollY);
  const stuck = stuckAxes();
  return {
    x,
    y,
    width: stuck.x ? x + window.innerWidth : (scroller?.scrollWidth ?? 0),
    height: stuck.y ? y + window.innerHeight : (scroller?.scrollHeight ?? 0),
  };
}

const STUCK = new Set(['hidden', 'clip']);

/** The axes on which the viewport does not scroll (CSS Overflow 3, section 3.3: propagation). */
function stuckAxes(): { x: boolean; y: boolean } {
  const root = ofDocument('documentElement') as Element | null;
  if (!root) return { x: false, y: false };
  const own = getComputedStyle(root);
  const body = ofDocument('body') as Element | null;
  const propagates = valueOf(own, 'overflow-x') === 'visible' && valueOf(own, 'overflow-y') === 'visible';
  const style = propagates && body ? getComputedStyle(body) : own;
  return { x: STUCK.has(valueOf(style, 'overflow-x')), y: STUCK.has(valueOf(style, 'overflow-y')) };
}

/** A row may wait for several names: the one that was asked for first, and says something, holds. */
function resolveNames(env: Environment): void {
  const { recording, secrets, generated } = env;
  const names = new Names(secrets, generated);
  const named = new Set<number>();
  for (const pending of recording.pendingNames) {
    if (named.has(pending.row)) continue;
    const name = nameOf(pending, names, recording);
    if (name === '') {
      if (pending.from === 'content') nameByTitle(pending, recording);
      continue;
    }
    recording.name(pending.row, name);
    if (pending.from !== 'content') named.add(pending.row);
  }
}

function nameOf(pending: PendingName, names: Names, recording: Recording): string {
  const { element, from, part, around = null } = pending;
  switch (from) {
    case 'references':
      return names.fromReferences(element);
    case 'labels':
      return names.fromLabels(labelsOf(element, recording.labels, around), element);
    case 'content':
      return names.fromContent(element);
    case 'part':
      return part && isShown(part) ? names.fromContent(part) : '';
  }
}

function nameByTitle({ row, element }: PendingName, recording: Recording): void {
  const title = element.getAttribute('title')?.trim();
  if (title) recording.name(row, title);
}
