import { FILLED } from '../model/publicUrl.ts';
import { Flag } from '../model/Snapshot.ts';
import { readProperties, Told } from './attributes.ts';
import { Edge, Inherit, Leave } from './bits.ts';
import { leaveBox } from './blocks.ts';
import {
  attribute,
  CDATA,
  ELEMENT,
  firstChild,
  firstElement,
  has,
  hasAny,
  localName,
  namespace,
  nextSibling,
  ofDocument,
  shadowOf,
  TEXT,
  typeOf,
} from './dom.ts';
import type { Environment } from './Environment.ts';
import type { Generated } from './GeneratedText.ts';
import { Hearing } from './Hearing.ts';
import { Level } from './Level.ts';
import { readLayout, type Subject } from './layout.ts';
import { nameAtOpening } from './nameAtOpening.ts';
import { type Place, roleOf } from './roles.ts';
import { readStates } from './states.ts';
import { openSvgChild } from './svg.ts';
import { keepSwatch } from './swatch.ts';
import { Tag, type TagInfo } from './tags.ts';
import { addGenerated, addText, readSpace } from './textRows.ts';
import { hideBlank } from './unseen.ts';

/** A `select` of another namespace has no options, an `input` no value. */
const HTML_ONLY = Tag.Live | Tag.Control | Tag.Valued;
const XHTML = 'http://www.w3.org/1999/xhtml';

/** Roles inside which a header or footer is not the page's. */
const SECTION_ROLES = new Set(['article', 'complementary', 'main', 'navigation', 'region']);
const TABLE_KINDS = new Map([
  ['table', 1],
  ['grid', 2],
  ['treegrid', 2],
]);

/**
 * One pass over the flat tree, in preorder, with a stack of its own: nothing recurses on depth. The
 * page's scripts do not run meanwhile, so the tree holds still.
 */
export class Walk {
  readonly #env: Environment;
  readonly #levels: Level[] = [new Level()];
  #depth = 0;
  readonly #hearing: Hearing;
  readonly #place: Place = { explicit: false, parentRole: '', inSection: false, inArticle: false, table: 0 };
  readonly #subject: Subject = {
    element: null as unknown as Element,
    tag: '',
    kind: 0,
    row: 0,
    told: 0,
    first: null,
    bits: 0,
    flags: 0,
    style: null,
    inline: false,
    inlineBox: false,
  };

  constructor(env: Environment) {
    this.#env = env;
    this.#hearing = new Hearing(env.recording);
  }

  run(root: Element): void {
    const outside = this.#levels[0] as Level;
    outside.row = -1;
    this.#visit(root, outside);
    while (this.#depth > 0) {
      const level = this.#levels[this.#depth] as Level;
      const node = level.cursor;
      if (node === null) {
        this.#leave(level);
        continue;
      }
      level.cursor = level.list ? (level.list[++level.at] ?? null) : nextSibling(node);
      this.#visit(node, level);
    }
  }

  #visit(node: Node, parent: Level): void {
    const type = typeOf(node);
    if (type === ELEMENT) {
      if ((parent.bits & Inherit.Svg) !== 0) this.#openInSvg(node as Element, parent);
      else this.#open(node as Element, parent);
    } else if (type === TEXT || type === CDATA) {
      this.#hearing.hear(addText(node as Text, parent, this.#env), parent.row);
    }
  }

  #open(element: Element, parent: Level): void {
    const env = this.#env;
    const tag = localName(element);
    const known = env.tags.get(tag);
    const isForeign =
      env.isForeign(element) || ((known.bits & HTML_ONLY) !== 0 && namespace(element) !== XHTML);
    const info = isForeign ? env.tags.foreign(tag) : known;
    if ((info.bits & Tag.Skip) !== 0) return;
    const subject = this.#begin(element, tag, info, parent);
    const role = this.#readRole(subject, info, parent);
    readLayout(subject, parent, env);
    const interactive = readStates(subject, role, env);
    let leave = nameAtOpening(subject, role, interactive, parent.label, env);
    if (isUnheard(subject, parent, env)) leave |= Leave.Unheard;
    env.recording.rows.flags[subject.row] = subject.flags;
    if ((subject.flags & Flag.DisplayNone) === 0) parent.inline = subject.inline && tag !== 'br';
    this.#push(subject, role, leave, parent);
  }

  #begin(element: Element, tag: string, info: TagInfo, parent: Level): Subject {
    const { recording, registry, secrets, attributes, keep } = this.#env;
    const subject = this.#subject;
    const kind = info.bits;
    subject.element = element;
    subject.tag = tag;
    subject.kind = kind;
    subject.flags = 0;
    subject.told = 0;
    subject.style = null;
    subject.first = (kind & Tag.Leaf) !== 0 ? null : firstChild(element);
    subject.row = recording.add(parent.row, info.string, registry.idOf(element), element);
    if (hasAny(element)) {
      const hides = (kind & Tag.Valued) !== 0 && secrets.isSecret(element);
      const secret = hides ? String((element as HTMLInputElement).value ?? '') : null;
      const withClass = subject.first === null || (kind & Tag.Control) !== 0 || tag === 'a' || tag === 'svg';
      subject.told = attributes.read(element, keep, withClass, secret);
    }
    if ((kind & Tag.Live) !== 0) readProperties(element, tag, keep, secrets);
    if ((subject.told & Told.Editable) !== 0 && secrets.isSecret(element)) {
      if (subject.first !== null) keep('.value', FILLED);
      subject.first = null;
    }
    return subject;
  }

  #readRole({ element, tag, told, row }: Subject, info: TagInfo, parent: Level): string {
    const explicit = (told & Told.Role) !== 0;
    if (tag === 'body' && ofDocument('designMode') === 'on') this.#subject.told |= Told.Editable;
    const plain = (this.#subject.told & Told.Editable) !== 0 ? 'textbox' : '';
    if (!explicit && info.role === '' && plain === '') return '';
    let role = info.role;
    if (explicit || role === undefined) {
      const place = this.#place;
      place.explicit = explicit;
      place.parentRole = parent.role;
      place.inSection = (parent.bits & Inherit.InSection) !== 0;
      place.inArticle = (parent.bits & Inherit.InArticle) !== 0;
      place.table = parent.table;
      role = roleOf(element, tag, place);
    }
    if (role === '' || (role === 'paragraph' && !explicit)) role = plain || role;
    if (role === '') return '';
    this.#env.recording.rows.role[row] = this.#env.recording.strings.add(role);
    return role;
  }

  #push(subject: Subject, role: string, leave: number, parent: Level): void {
    if (subject.inlineBox && parent.edge !== Edge.Space) this.#hearing.controls++;
    const level = this.#next(parent);
    const { element, tag } = subject;
    level.row = subject.row;
    level.element = element;
    level.style = subject.style;
    level.kind = subject.kind;
    level.bits = this.#bitsFor(subject, role);
    level.leave = leave;
    level.role = role;
    if (role !== '' || tag === 'table')
      level.table = tag === 'table' && role === '' ? 3 : (TABLE_KINDS.get(role) ?? parent.table);
    if (tag === 'label') this.#openLabel(level, element);
    level.inline = subject.inline;
    level.block = !subject.inline;
    level.inlineBox = subject.inlineBox;
    level.isBreak = tag === 'br';
    if (!subject.inline || subject.inlineBox) level.edge = Edge.Space;
    if (level.style) level.space = 0;
    if ((level.bits & Inherit.Pre) !== 0) readSpace(level);
    level.cursor = subject.first;
    const generated = this.#env.generated.of(element);
    if (generated && (subject.flags & Flag.DisplayNone) === 0) this.#addGenerated(generated, level);
    if (subject.first !== null || (subject.kind & Tag.Leaf) === 0) this.#beginChildren(level, element, tag);
  }

  #addGenerated({ before, after }: Generated, level: Level): void {
    if (before !== '') this.#hearing.hear(addGenerated(before, level, this.#env), level.row);
    level.after = after;
  }

  #openLabel(level: Level, label: Element): void {
    level.label = label;
    const target = attribute(label, 'for');
    if (target === null) return;
    const { labels } = this.#env.recording;
    const known = labels.get(target);
    if (known) known.push(label);
    else labels.set(target, [label]);
  }

  #bitsFor(subject: Subject, role: string): number {
    let { bits } = subject;
    const { tag, kind } = subject;
    if ((kind & Tag.Section) !== 0 || SECTION_ROLES.has(role)) {
      bits |= Inherit.InSection;
      if (tag !== 'main' && role !== 'main') bits |= Inherit.InArticle;
    }
    if (tag === 'select') bits |= Inherit.Cheap;
    if (tag === 'svg') bits |= Inherit.Svg;
    if (tag === 'pre') bits |= Inherit.Pre;
    if (tag === 'details' && !has(subject.element, 'open')) bits |= Inherit.Skipped;
    if (tag === 'object' && !showsContent(subject.element)) bits |= Inherit.Skipped;
    return bits;
  }

  #beginChildren(level: Level, element: Element, tag: string): void {
    if (tag === 'slot') {
      const assigned = (element as HTMLSlotElement).assignedNodes();
      if (assigned.length > 0) {
        level.list = assigned;
        level.cursor = assigned[0] as Node;
      }
      return;
    }
    if (tag === 'details' && (level.bits & Inherit.Skipped) !== 0) level.spared = summaryOf(element);
    const open = shadowOf(element);
    const shadow = open ?? this.#env.registry.closedRootOf(element);
    if (shadow) this.#pushShadow(level, shadow, open ? '#shadow-open' : '#shadow-closed');
  }

  /** The host's own children come up again where a slot of the shadow root holds them. */
  #pushShadow(host: Level, shadow: ShadowRoot, tag: '#shadow-open' | '#shadow-closed'): void {
    const { recording } = this.#env;
    host.cursor = null;
    this.#env.generated.read(shadow);
    this.#env.rare.read(shadow);
    recording.shadows.push(shadow);
    const level = this.#next(host);
    level.row = recording.add(host.row, recording.strings.add(tag), 0, null);
    recording.flag(level.row, (recording.rows.flags[host.row] as number) & Flag.VisibilityHidden);
    level.element = host.element;
    level.style = host.style;
    level.bits = host.bits;
    level.role = host.role;
    level.inline = host.inline;
    level.block = host.block;
    level.cursor = firstChild(shadow);
  }

  #openInSvg(element: Element, parent: Level): void {
    const found = openSvgChild(element, parent, this.#env, this.#subject);
    if (found === 'skip') return;
    if (found === 'html') {
      const { bits } = parent;
      parent.bits = bits & ~(Inherit.Svg | Inherit.SvgText);
      this.#open(element, parent);
      parent.bits = bits;
      return;
    }
    const tag = localName(element);
    const level = this.#next(parent);
    level.row = found;
    level.element = element;
    level.bits = parent.bits | (tag === 'text' ? Inherit.SvgText : 0);
    if (found !== parent.row && this.#env.recording.has(found, Flag.DisplayNone)) level.bits |= Inherit.Cheap;
    level.inline = tag === 'tspan';
    level.cursor = firstChild(element);
  }

  /** A fresh level above `parent`. */
  #next(parent: Level): Level {
    const depth = ++this.#depth;
    let level = this.#levels[depth];
    if (!level) {
      level = new Level();
      this.#levels.push(level);
    }
    level.begin(parent, this.#hearing);
    return level;
  }

  #leave(level: Level): void {
    if (level.after !== '') this.#hearing.hear(addGenerated(level.after, level, this.#env), level.row);
    this.#depth--;
    const parent = this.#levels[this.#depth] as Level;
    leaveBox(level, parent, this.#env);
    hideBlank(level, this.#hearing.heard, this.#env.recording);
    keepSwatch(level, this.#hearing.heard, this.#env.recording);
    this.#hearing.leave(level, parent);
    level.element = null;
    level.style = null;
  }
}

function summaryOf(details: Element): Element | null {
  let child = firstElement(details);
  while (child && localName(child) !== 'summary') child = child.nextElementSibling;
  return child;
}

/** An `object` shows what it holds only where it can show nothing else. */
function showsContent(object: Element): boolean {
  const range = document.createRange();
  range.selectNodeContents(object);
  return range.getClientRects().length > 0;
}

/** What a name from content around it does not hear: hidden here, or hidden from the accessibility tree. */
function isUnheard({ told, flags }: Subject, parent: Level, env: Environment): boolean {
  if ((told & Told.AriaHidden) !== 0 || (flags & Flag.DisplayNone) !== 0) return true;
  return (flags & Flag.VisibilityHidden) !== 0 && !env.recording.has(parent.row, Flag.VisibilityHidden);
}
