import { Flag } from '../model/Snapshot.ts';
import { Edge, Inherit } from './bits.ts';
import { nextSibling } from './dom.ts';
import type { Environment } from './Environment.ts';
import type { Level } from './Level.ts';
import { valueOf } from './styles.ts';
import { cap, collapse, collapseLines, dataOf, hasInnerSpace, isBlank } from './text.ts';

const NORMAL = 1;
const PRE = 2;
const PRE_LINE = 3;

/** What a name hears of a text run; `touching`: it follows an inline box without a space between. */
export type Heard = 'nothing' | 'words' | 'touching';

/** Adds a row for a text run, unless it is white space that shows nothing; answers what a name hears of it. */
export function addText(node: Text, level: Level, env: Environment): Heard {
  const inSvg = (level.bits & Inherit.Svg) !== 0;
  if (inSvg && (level.bits & Inherit.SvgText) === 0) return 'nothing';
  const data = dataOf(node);
  if (isBlank(data)) {
    if ((level.bits & Inherit.Pre) !== 0 && level.space === PRE && data !== '') {
      env.recording.flag(level.row, Flag.Pre);
      push(data, level, env);
    } else if (level.inline && !inSvg && data !== '' && nextSibling(node)) push(' ', level, env);
    level.edge = Edge.Space;
    return 'nothing';
  }
  const space = spaceOf(level, data);
  if (space !== NORMAL) env.recording.flag(level.row, Flag.Pre);
  push(cap(shape(data, space, level, node)), level, env);
  level.textLength += data.length;
  if (!level.textRead) readTextStyle(level, env);
  level.inline = true;
  const touching = level.edge === Edge.Box && !isSpace(data.charCodeAt(0));
  level.edge = isSpace(data.charCodeAt(data.length - 1)) ? Edge.Space : Edge.Text;
  return touching ? 'touching' : 'words';
}

/** Adds a row for words that a style sheet puts there. */
export function addGenerated(text: string, level: Level, env: Environment): Heard {
  const shown = level.inline ? text : trimStart(text);
  push(shown, level, env);
  level.textLength += shown.length;
  const touching = level.edge === Edge.Box && !isSpace(shown.charCodeAt(0));
  level.inline = true;
  level.edge = isSpace(shown.charCodeAt(shown.length - 1)) ? Edge.Space : Edge.Text;
  return touching ? 'touching' : 'words';
}

function push(text: string, level: Level, env: Environment): void {
  const { recording } = env;
  const row = recording.add(level.row, env.textTag, 0, null);
  recording.rows.text[row] = recording.strings.add(text);
  let flags = (recording.rows.flags[level.row] as number) & Flag.VisibilityHidden;
  if ((level.bits & Inherit.Skipped) !== 0) flags |= Flag.DisplayNone;
  recording.rows.flags[row] = flags;
}

/** Collapsed as its style says; at the ends of a block without the space that is not painted there. */
function shape(data: string, space: number, level: Level, node: Node): string {
  if (space === PRE) return data;
  let text = space === PRE_LINE ? collapseLines(data) : collapse(data);
  if (!level.inline) text = trimStart(text);
  if (level.block && !nextSibling(node)) text = trimEnd(text);
  return text;
}

function trimStart(text: string): string {
  return isSpace(text.charCodeAt(0)) ? text.replace(/^[ \t\n\r\f]+/, '') : text;
}

function trimEnd(text: string): string {
  return isSpace(text.charCodeAt(text.length - 1)) ? text.replace(/[ \t\n\r\f]+$/, '') : text;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13 || code === 12;
}

/** How white space shows; outside of `pre` it is asked only where there is any within the text. */
function spaceOf(level: Level, data: string): number {
  if (level.space !== 0) return level.space;
  if (!hasInnerSpace(data.trim())) return NORMAL;
  return readSpace(level);
}

/** By the style of the element, or of the one around it. */
export function readSpace(level: Level): number {
  if (level.space !== 0) return level.space;
  level.space = NORMAL;
  if (level.style) {
    const collapsing = valueOf(level.style, 'white-space-collapse');
    if (collapsing === 'preserve' || collapsing === 'break-spaces') level.space = PRE;
    else if (collapsing === 'preserve-breaks') level.space = PRE_LINE;
  }
  return level.space;
}

/** Whether the element's own text can be seen at all. */
function readTextStyle(level: Level, env: Environment): void {
  level.textRead = true;
  const { style, element } = level;
  if (!style || !element) return;
  const size = valueOf(style, 'font-size');
  const color = valueOf(style, 'color');
  let why = '';
  if (size === '0px') why = 'font-size:0';
  else if (env.styles.isTransparent(color) && valueOf(style, 'background-clip') !== 'text')
    why = 'color:transparent';
  else if (env.ground.swallows(element, style, color)) why = 'the colour of its ground';
  else if (env.rare.indents && isIndentedAway(level, style, Number.parseFloat(size))) why = 'text-indent';
  if (why === '') return;
  env.recording.flag(level.row, Flag.InvisibleText);
  env.recording.keep(level.row, '.words', why);
}

/** Further to the left than the words are long. */
function isIndentedAway({ textLength }: Level, style: CSSStyleDeclaration, size: number): boolean {
  const indent = Number.parseFloat(valueOf(style, 'text-indent'));
  return indent < 0 && -indent >= textLength * size;
}
