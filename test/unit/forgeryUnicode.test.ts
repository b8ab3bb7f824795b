import fc from 'fast-check';
import { expect, test } from 'vitest';
import { errorOutput } from '../../packages/sightline/src/cli/executeTool.ts';
import { escapeLines } from '../../packages/sightline/src/render/escape.ts';
import { findPart } from '../../packages/sightline/src/render/findRegion.ts';
import type { RenderContext } from '../../packages/sightline/src/render/RenderContext.ts';
import { renderHeadings } from '../../packages/sightline/src/render/renderHeadings.ts';
import { renderFlat, renderOutline } from '../../packages/sightline/src/render/renderOutline.ts';
import { renderRegion } from '../../packages/sightline/src/render/renderRegion.ts';
import { renderSummary } from '../../packages/sightline/src/render/renderSummary.ts';
import type { NamedTool } from '../../packages/sightline/src/session/developer/pageTools/readPageTools.ts';
import {
  pageToolLine,
  pageToolsLine,
  renderPageTool,
  renderPageTools,
} from '../../packages/sightline/src/session/developer/pageTools/renderPageTools.ts';
import { renderMessages } from '../../packages/sightline/src/session/developer/readConsole.ts';
import { renderAnswer } from '../../packages/sightline/src/session/developer/withAnswer.ts';
import { renderNotices } from '../../packages/sightline/src/session/renderNotices.ts';
import type { SightlineError } from '../../packages/sightline/src/snapshot/SightlineError.ts';
import { firstUnseen, lookalikes, structureOf, withoutCode } from '../support/lookalikes.ts';
import { el } from '../support/page.ts';
import { isLong } from '../support/scale.ts';
import { sceneOf } from '../support/show.ts';

// A page of twenty places for words, each with words of its own. What is read in any answer about it is the structure of
// the same page with harmless words: a person would see as many numbers, tags, regions and lines of ours.

const SINKS = 20;
const STRINGS = isLong ? 100_000 : 2_000;

function sceneWith(said: readonly string[], full: boolean): RenderContext {
  const at = (i: number): string => said[i] as string;
  return sceneOf(
    [
      el('nav', { name: at(0) }, el('a', { attributes: { href: 'http://x/' } }, at(1)), el('b', {}, at(2))),
      el(
        'main',
        {},
        el('h2', {}, at(3)),
        el('p', {}, at(4)),
        el('p', {}, 'before ', el('b', {}, at(5)), ' after'),
        el('ul', {}, el('li', {}, at(6))),
        el('button', { name: at(7) }),
        el('button', { name: 'x', attributes: { title: at(8), 'aria-description': at(9) } }),
        el('input', { name: at(10), attributes: { '.value': at(11), placeholder: at(12) } }),
        el('select', { name: 's', attributes: { '.value': at(13) } }, option(at(13)), option('other')),
        el('img', { name: at(14), attributes: { alt: at(14) } }),
        el('div', { role: 'slider', name: 'z', attributes: { 'aria-valuetext': at(15) } }),
        el('table', {}, el('tr', {}, el('td', {}, at(16)), el('td', {}, el('button', {}, 'b')))),
        el('div', { role: 'region', name: at(17) }, el('button', {}, 'in')),
        el('pre', {}, at(18)),
      ),
    ],
    { full },
    { title: at(19) },
  );
}

const option = (label: string) => el('option', { attributes: { label, value: label } });

/** Every answer about a page of these words. */
function answersAbout(said: readonly string[]): Record<string, string> {
  const scene = sceneWith(said, true);
  const events = [
    { kind: 'dialog', tab: 1, type: 'alert', message: said[0] as string, answer: 'dismissed' },
    { kind: 'opened', tab: 2, url: `http://x/${said[1]}` },
    { kind: 'download', tab: 1, url: 'http://x/', name: said[2] as string, outcome: 'begun' },
  ] as const;
  return {
    outline: renderOutline(scene).text,
    markup: renderOutline({ ...scene, style: 'markup' }).text,
    flat: renderFlat(scene).text,
    text: withoutCode(renderRegion(scene, 'PAGE', { content: 'text' }).text),
    summary: renderSummary(scene),
    headings: renderHeadings(scene),
    notices: renderNotices(events).join('\n'),
    error: errorOf(scene),
    element: escapeLines(said.join('\n')),
    ...toolAnswers(said),
    console: renderMessages([messageOf(said.slice(0, 10).join('\n'))]).join('\n'),
    consoleList: renderMessages(said.slice(10).map(messageOf)).join('\n'),
  };
}

const messageOf = (text: string) => ({
  at: 0,
  level: 'info' as const,
  text,
  where: `http://x/${text}`,
  count: 1,
});

/** What is said of a tool whose every word is the page's, and what it answers. */
function toolAnswers(said: readonly string[]): Record<string, string> {
  const [name = '', field = ''] = said;
  const description = said.slice(2, 8).join('\n');
  const schema = JSON.stringify({ properties: { [field]: { enum: said } } });
  const offered = { name, readOnly: false, consequential: false, isSubmittedByHand: false, isInFrame: false };
  const tool = { name, description, schema, offered: offered as NamedTool['offered'] };
  return {
    toolsLine: pageToolsLine([tool]),
    tool: pageToolLine(tool),
    tools: renderPageTools([tool], 5_000),
    toolInFull: renderPageTool(tool, 5_000),
    toolAnswer: renderAnswer(said.slice(8).join('\n'), 5_000),
  };
}

function errorOf({ pageState }: RenderContext): string {
  try {
    findPart(pageState, 'zzzz');
  } catch (error) {
    return errorOutput(error as SightlineError, { json: false, exit: 1 }).err;
  }
  return '';
}

test(`${STRINGS} texts from the whole of Unicode forge nothing in ${SINKS} places`, () => {
  const harmless = Object.entries(
    answersAbout(Array.from({ length: SINKS }, (_, i) => `words ${letter(i)}`)),
  );
  const expected = Object.fromEntries(harmless.map(([name, text]) => [name, structureOf(text)]));
  const ownLines = Object.fromEntries(harmless.map(([name, text]) => [name, countOwnLines(text)]));
  const said = fc.array(lookalikes(), { minLength: SINKS, maxLength: SINKS });
  fc.assert(
    fc.property(said, (texts) => {
      const answers = answersAbout(texts.map((text, i) => `${text}words ${letter(i)}`));
      for (const [name, text] of Object.entries(answers)) {
        expect([name, firstUnseen(text)]).toEqual([name, undefined]);
        expect([name, structureOf(text)]).toEqual([name, expected[name]]);
        if (QUOTING.has(name)) expect([name, countOwnLines(text)]).toEqual([name, ownLines[name]]);
      }
    }),
    { numRuns: STRINGS / SINKS, seed: 11 },
  );
});

const letter = (i: number): string => String.fromCharCode(97 + i);

/** Answers in which text of several lines stands among lines of ours. */
const QUOTING: ReadonlySet<string> = new Set([
  'toolsLine',
  'tool',
  'tools',
  'toolInFull',
  'toolAnswer',
  'console',
  'consoleList',
]);
const countOwnLines = (text: string): number =>
  text.split(/[\n\r\u2028]/).filter((line) => !line.startsWith('> ')).length;
