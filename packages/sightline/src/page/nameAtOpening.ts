import { dictionary } from '../model/dictionary.ts';
import { buttonName, labelOf, RANGES, svgTitle } from './alternatives.ts';
import { Told } from './attributes.ts';
import { Leave } from './bits.ts';
import { attribute, ELEMENT, firstChild, localName, nextSibling, typeOf } from './dom.ts';
import type { Environment } from './Environment.ts';
import type { Subject } from './layout.ts';
import { inputType } from './roles.ts';
import { NAMED_BY_CONTENT } from './roleTables.ts';
import { Tag } from './tags.ts';
import { squeeze } from './text.ts';

/** Tags whose child of that tag names them. */
const NAMING_PART = dictionary({ fieldset: 'legend', table: 'caption', figure: 'figcaption' });

/**
 * What can be said of an element's name before its content is read; answers bits of `Leave` for what
 * remains to be done after. References and labels are left for the stage after the walk: until then
 * the row holds what the name falls back to.
 */
export function nameAtOpening(
  subject: Subject,
  role: string,
  interactive: boolean,
  around: Element | null,
  env: Environment,
): number {
  const { element, told, row, kind } = subject;
  const { recording } = env;
  let leave = (kind & Tag.Valued) !== 0 ? Leave.Control : 0;
  if ((told & Told.LabelledBy) !== 0) {
    recording.pendingNames.push({ row, element, from: 'references' });
    leave |= Leave.Control;
  }
  if ((told & Told.AriaLabel) !== 0) {
    const label = labelOf(element) ?? '';
    recording.name(row, (kind & Tag.Valued) !== 0 ? env.secrets.withoutValue(element, label) : label);
    return leave | Leave.Labelled;
  }
  if ((kind & Tag.Labelable) !== 0 && (around || (told & Told.Interest) !== 0)) {
    recording.pendingNames.push({ row, element, from: 'labels', around });
  }
  return leave | nameByKind(subject, role, interactive, env);
}

function nameByKind(subject: Subject, role: string, interactive: boolean, env: Environment): number {
  const { element, tag, told, row, kind } = subject;
  const native = nativeName(element, tag);
  if (native !== undefined) {
    const name = (kind & Tag.Valued) !== 0 ? env.secrets.withoutValue(element, native) : native;
    if (name !== '') env.recording.name(row, name);
    return NAMED_ALONE.has(tag) ? (native === '' ? Leave.Unheard : Leave.Labelled) : 0;
  }
  const part = NAMING_PART[tag];
  if (part !== undefined) pendPart(subject, part, env);
  if (!interactive && TABULAR.has(role)) {
    env.recording.rows.name[row] = -1;
    return 0;
  }
  if (NAMED_BY_CONTENT.has(role) || (role === '' && interactive)) return Leave.Named;
  if (role === '') return (told & Told.Title) !== 0 ? Leave.Titled : 0;
  if ((told & Told.Interest) !== 0) {
    const hint =
      titleOf(element) || (PROMPTED.has(role) && squeeze(attribute(element, 'aria-placeholder') ?? ''));
    if (hint) env.recording.name(row, hint);
  }
  return RANGES.has(role) ? Leave.Control : 0;
}

/** Where nobody acts on them, their rows say enough: an exact name for each cell that holds a control costs a third of a capture. */
const TABULAR = new Set(['row', 'cell', 'gridcell', 'columnheader', 'rowheader']);

/** Roles that `aria-placeholder` names where nothing else does. */
const PROMPTED = new Set(['textbox', 'searchbox', 'combobox']);

/** Told as one phrase in the name of what contains them. */
const NAMED_ALONE = new Set(['img', 'area', 'svg', 'iframe', 'frame']);

/** The native alternative (HTML-AAM), undefined for elements that have none. */
function nativeName(element: Element, tag: string): string | undefined {
  switch (tag) {
    case 'img':
    case 'area':
      return squeeze(attribute(element, 'alt') || titleOf(element));
    case 'svg':
      return svgTitle(element) ?? titleOf(element);
    case 'input':
      return nameOfInput(element as HTMLInputElement);
    case 'textarea':
      return titleOf(element) || squeeze(attribute(element, 'placeholder') ?? '');
    case 'select':
    case 'iframe':
    case 'frame':
    case 'meter':
    case 'progress':
      return titleOf(element);
    case 'optgroup':
      return squeeze(attribute(element, 'label') ?? '');
    case 'option':
      return squeeze(attribute(element, 'label') ?? '') || undefined;
    default:
      return undefined;
  }
}

function nameOfInput(input: HTMLInputElement): string {
  const type = inputType(input);
  if (type === 'hidden') return '';
  const button = buttonName(input);
  if (button !== undefined) return squeeze(button) || titleOf(input);
  return titleOf(input) || squeeze(attribute(input, 'placeholder') ?? '');
}

function titleOf(element: Element): string {
  return squeeze(attribute(element, 'title') ?? '');
}

function pendPart({ element, row }: Subject, tag: string, env: Environment): void {
  for (let child = firstChild(element); child; child = nextSibling(child)) {
    if (typeOf(child) !== ELEMENT || localName(child as Element) !== tag) continue;
    env.recording.pendingNames.push({ row, element, from: 'part', part: child as Element });
    return;
  }
}
