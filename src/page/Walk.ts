import { Flag } from '../model/Snapshot.ts';
import { keepClass, readProperties, Told } from './attributes.ts';
import { Inherit, Leave } from './bits.ts';
import {
  attribute,
  CDATA,
  ELEMENT,
  firstChild,
  firstElement,
  has,
  hasAny,
  is,
  localName,
  nextSibling,
  shadowOf,
  TEXT,
  typeOf,
} from './dom.ts';
import type { Environment } from './Environment.ts';
import { Level } from './Level.ts';
import { isInTopLayer, readLayout, type Subject } from './layout.ts';
import { nameAtOpening } from './nameAtOpening.ts';
import { type Place, roleOf, WIDGETS } from './roles.ts';
import { valueOf } from './styles.ts';
import { openSvgChild } from './svg.ts';
import { Tag } from './tags.ts';
import { addText } from './textRows.ts';

/** Roles inside which a header or footer is not the page's. */
const SECTION_ROLES = new Set(['article', 'complementary', 'main', 'navigation', 'region']);
const TABLE_KINDS: Record<string, number> = { table: 1, grid: 2, treegrid: 2 };

/**
 * One pass over the flat tree, in preorder, with a stack of its own: nothing recurses on depth. The
 * page's scripts do not run meanwhile, so the tree holds still.
 */
export class Walk {
  readonly #env: Environment;
  readonly #levels: Level[] = [new Level()];
  #depth = 0;
  /** Pieces of content that names are made of, so far. */
  #heard = 0;
  /** Elements so far that add to names around them what their rows do not say. */
  #controls = 0;
  readonly #place: Place = { explicit: false, parentRole: '', inSection: false, inArticle: false, table: 0 };
  readonly #subject: Subject = {
    element: null as unknown as Element,
    tag: '',
    kind: 0,
    row: 0,
    told: 0,
    bits: 0,
    flags: 0,
    style: null,
    inline: false,
  };

  constructor(env: Environment) {
    this.#env = env;
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
    } else if ((type === TEXT || type === CDATA) && addText(node as Text, parent, this.#env)) {
      this.#heard++;
    }
  }

  #open(element: Element, parent: Level): void {
    const tag = localName(element);
    const kind = this.#env.isForeign(element) ? 0 : this.#env.tags.bitsOf(tag);
    if ((kind & Tag.Skip) !== 0) return;
    const subject = this.#begin(element, tag, kind, parent);
    const role = this.#readRole(subject, parent);
    readLayout(subject, parent, this.#env);
    const interactive = this.#readStates(subject, role);
    const leave = this.#readName(subject, role, interactive, parent);
    this.#env.recording.flag(subject.row, subject.flags);
    if ((subject.flags & Flag.DisplayNone) === 0) parent.inline = subject.inline && tag !== 'br';
    this.#push(subject, role, leave, parent);
  }

  #begin(element: Element, tag: string, kind: number, parent: Level): Subject {
    const { recording, registry, secrets, attributes, keep } = this.#env;
    const subject = this.#subject;
    subject.element = element;
    subject.tag = tag;
    subject.kind = kind;
    subject.flags = 0;
    subject.told = 0;
    subject.style = null;
    subject.row = recording.add(parent.row, tag.toLowerCase(), registry.idOf(element), element);
    if (!hasAny(element)) {
      if ((kind & Tag.Control) !== 0 || tag === 'dialog') readProperties(element, tag, keep, secrets);
      return subject;
    }
    const hides = (kind & Tag.Valued) !== 0 && secrets.isSecret(element);
    const secret = hides ? String((element as HTMLInputElement).value ?? '') : null;
    const withClass =
      (kind & (Tag.Control | Tag.Leaf)) !== 0 || tag === 'a' || tag === 'svg' || !firstChild(element);
    subject.told = attributes.read(element, keep, withClass, secret);
    readProperties(element, tag, keep, secrets);
    return subject;
  }

  #readRole({ element, tag, told, row }: Subject, parent: Level): string {
    const place = this.#place;
    place.explicit = (told & Told.Role) !== 0;
    place.parentRole = parent.role;
    place.inSection = (parent.bits & Inherit.InSection) !== 0;
    place.inArticle = (parent.bits & Inherit.InArticle) !== 0;
    place.table = parent.table;
    const role = roleOf(element, tag, place);
    if (role !== '') this.#env.recording.rows.role[row] = this.#env.recording.strings.add(role);
    return role;
  }

  /** States that are not layout; answers whether a person can use the element. */
  #readStates(subject: Subject, role: string): boolean {
    const { element, kind, told, row } = subject;
    const { recording } = this.#env;
    if ((told & Told.TabIndex) !== 0) subject.flags |= Flag.TabIndex;
    if ((told & Told.Handler) !== 0) subject.flags |= Flag.Listener;
    if ((told & Told.Editable) !== 0) subject.flags |= Flag.Editable;
    if ((told & Told.Inert) !== 0) subject.flags |= Flag.Inert;
    const disabled = ((kind & Tag.Control) !== 0 || subject.tag === 'fieldset') && is(element, ':disabled');
    if (disabled || (told & Told.AriaDisabled) !== 0) subject.flags |= Flag.Disabled;
    if (element === this.#env.focused) subject.flags |= Flag.Focused;
    if ((subject.flags & Flag.Box) !== 0 && isInTopLayer(subject, this.#env)) this.#enterTopLayer(subject);
    const interactive =
      (kind & Tag.Control) !== 0 ||
      (subject.flags & (Flag.TabIndex | Flag.Listener | Flag.Editable | Flag.Pointer)) !== 0 ||
      WIDGETS.has(role);
    if (interactive && (kind & (Tag.Control | Tag.Leaf)) === 0 && subject.tag !== 'a')
      keepLateClass(subject, this.#env);
    if ((subject.flags & Flag.Box) !== 0 && (interactive || (subject.flags & Flag.Paints) !== 0)) {
      const ignores = subject.style !== null && valueOf(subject.style, 'pointer-events') === 'none';
      if (ignores) subject.flags |= Flag.NoPointerEvents;
      else if (interactive) recording.candidates.push(row);
    }
    return interactive;
  }

  #enterTopLayer(subject: Subject): void {
    const { recording } = this.#env;
    subject.flags |= Flag.TopLayer;
    subject.bits |= Inherit.Layered;
    if (!recording.layered.has(subject.row)) recording.layered.set(subject.row, undefined);
    if (subject.tag === 'dialog' && is(subject.element, ':modal')) recording.modals.push(subject.row);
  }

  #readName(subject: Subject, role: string, interactive: boolean, parent: Level): number {
    const { told, flags, element, tag } = subject;
    let leave = nameAtOpening(subject, role, interactive, parent.label, this.#env);
    const hiddenHere =
      (flags & Flag.VisibilityHidden) !== 0 && !this.#env.recording.has(parent.row, Flag.VisibilityHidden);
    if ((told & Told.AriaHidden) !== 0 || (flags & Flag.DisplayNone) !== 0 || hiddenHere)
      leave |= Leave.Unheard;
    const target = tag === 'label' ? attribute(element, 'for') : null;
    if (target !== null) {
      const { labels } = this.#env.recording;
      const known = labels.get(target);
      if (known) known.push(element);
      else labels.set(target, [element]);
    }
    return leave;
  }

  #push(subject: Subject, role: string, leave: number, parent: Level): void {
    const level = this.#next();
    const { element, tag, kind } = subject;
    level.row = subject.row;
    level.element = element;
    level.style = subject.style;
    level.bits = this.#bitsFor(subject, role);
    level.leave = leave;
    level.role = role;
    level.table = tag === 'table' && role === '' ? 3 : (TABLE_KINDS[role] ?? parent.table);
    level.label = tag === 'label' ? element : parent.label;
    level.inline = subject.inline;
    level.block = !subject.inline;
    level.spared = null;
    this.#beginChildren(level, element, tag, kind);
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
    if (tag === 'details' && !has(subject.element, 'open')) bits |= Inherit.Skipped;
    return bits;
  }

  #beginChildren(level: Level, element: Element, tag: string, kind: number): void {
    level.list = null;
    level.at = 0;
    if ((kind & Tag.Leaf) !== 0) {
      level.cursor = null;
      return;
    }
    if (tag === 'slot') {
      const assigned = (element as HTMLSlotElement).assignedNodes();
      level.list = assigned.length > 0 ? assigned : null;
    }
    level.cursor = level.list ? (level.list[0] as Node) : firstChild(element);
    if (tag === 'details' && (level.bits & Inherit.Skipped) !== 0) level.spared = summaryOf(element);
    const shadow = level.list === null ? shadowOf(element) : null;
    if (shadow) this.#pushShadow(level, shadow);
  }

  /** The host's own children come up again where a slot of the shadow root holds them. */
  #pushShadow(host: Level, shadow: ShadowRoot): void {
    const { recording } = this.#env;
    host.cursor = null;
    const level = this.#next();
    level.row = recording.add(host.row, '#shadow-open', 0, null);
    recording.flag(level.row, (recording.rows.flags[host.row] as number) & Flag.VisibilityHidden);
    level.element = host.element;
    level.style = host.style;
    level.bits = host.bits;
    level.leave = 0;
    level.role = host.role;
    level.table = host.table;
    level.label = host.label;
    level.inline = host.inline;
    level.block = host.block;
    level.spared = null;
    level.list = null;
    level.cursor = firstChild(shadow);
  }

  #openInSvg(element: Element, parent: Level): void {
    const found = openSvgChild(element, parent, this.#env, this.#subject);
    if (found === 'skip') return;
    if (found === 'html') {
      const bits = parent.bits;
      parent.bits = bits & ~(Inherit.Svg | Inherit.SvgText);
      this.#open(element, parent);
      parent.bits = bits;
      return;
    }
    const level = this.#next();
    level.row = found;
    level.element = element;
    level.style = null;
    level.bits = parent.bits | (localName(element) === 'text' ? Inherit.SvgText : 0);
    if (found !== parent.row && this.#env.recording.has(found, Flag.DisplayNone)) level.bits |= Inherit.Cheap;
    level.leave = 0;
    level.role = '';
    level.table = 0;
    level.label = null;
    level.inline = localName(element) === 'tspan';
    level.block = false;
    level.spared = null;
    level.list = null;
    level.cursor = firstChild(element);
  }

  #next(): Level {
    const depth = ++this.#depth;
    let level = this.#levels[depth];
    if (!level) {
      level = new Level();
      this.#levels.push(level);
    }
    level.heard = this.#heard;
    level.controls = this.#controls;
    level.space = 0;
    level.textRead = false;
    return level;
  }

  #leave(level: Level): void {
    this.#depth--;
    const { leave } = level;
    level.element = null;
    level.style = null;
    if (leave === 0) return;
    if ((leave & (Leave.Named | Leave.Titled)) !== 0) this.#nameAtLeaving(level);
    if ((leave & Leave.Unheard) !== 0) {
      this.#heard = level.heard;
      this.#controls = level.controls;
    } else {
      if ((leave & Leave.Labelled) !== 0) {
        this.#heard = level.heard + 1;
        this.#controls = level.controls;
      }
      if ((leave & Leave.Control) !== 0) this.#controls = level.controls + 1;
    }
  }

  /** Content first, then the title: which of both it was is known only now. */
  #nameAtLeaving({ row, leave, heard, controls }: Level): void {
    const { recording } = this.#env;
    const element = recording.elements[row] as Element;
    if ((leave & Leave.Named) !== 0 && this.#controls !== controls) {
      recording.pendingNames.push({ row, element, from: 'content' });
    } else if (this.#heard !== heard) {
      if ((leave & Leave.Named) !== 0) recording.rows.name[row] = -1;
    } else {
      const title = attribute(element, 'title')?.trim();
      if (!title) return;
      recording.name(row, title);
      this.#controls++;
    }
  }
}

function summaryOf(details: Element): Element | null {
  let child = firstElement(details);
  while (child && localName(child) !== 'summary') child = child.nextElementSibling;
  return child;
}

function keepLateClass({ element, told }: Subject, env: Environment): void {
  if ((told & Told.Interest) === 0 && !has(element, 'class')) return;
  if (firstChild(element)) keepClass(element, env.keep);
}
