import { quote } from '../../render/escape.ts';
import { elementSelector } from '../../render/explain/decisionText.ts';
import type { LocatorStep, RoleStep } from '../../script/locators/LocatorSpec.ts';
import { playwrightRole } from '../../script/locators/playwrightRole.ts';
import { writeLocator } from '../../script/locators/writeLocator.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import { shorten } from '../../snapshot/shorten.ts';
import type { Cause } from '../Cause.ts';
import type { FailedPage } from '../FailedPage.ts';
import { findNear, type wordsOf } from '../nearest/findNear.ts';
import { type NearElement, PROBABLE, SURE } from '../nearest/NearElement.ts';
import { placedLabel } from '../renderExplained.ts';
import { suggestLocator } from '../suggestLocator.ts';
import { otherPageText, pageText } from './otherPage.ts';

/** Nothing in the document that the locator searches matches it, hidden elements included. */
export async function missingCause(failed: FailedPage): Promise<Cause | undefined> {
  const { spec, matches } = failed;
  if (!spec || matches.visible.length > 0 || matches.hidden.length > 0) return undefined;
  if (matches.elsewhere.length > 0) return otherFrame(matches.elsewhere, failed);
  const end = matches.emptyAfter ?? spec.length;
  const step = spec[end - 1] as LocatorStep;
  const before = spec.slice(0, end - 1);
  if (step.by === 'nth') return tooFew(before, step.index, failed);
  const near = await nearWithin(step, before, failed);
  const [best] = near;
  const elements = near.map(({ node }) => node);
  const elsewhere = best && best.score >= SURE ? undefined : otherPageText(failed);
  if (elsewhere !== undefined)
    return { kind: 'other page', text: `${elsewhere} Nothing on it matches ${written(failed)}.`, elements };
  const what = nothingText(step, before, failed);
  if (!best) return { kind: 'not found', text: `${what} ${pageText(failed)}`, elements };
  const kind = kindOf(step, best);
  if (best.score < PROBABLE && near.length > 1)
    return { kind, text: `${what} ${weakText(step, near) || pageText(failed)}`, elements };
  return { kind, text: `${what} ${await nearText(step, best, failed)}`, elements };
}

/** Names that are listed where nothing is much like the one that was looked for. */
const MAX_NAMES = 4;

function weakText(step: LocatorStep, near: readonly NearElement[]): string {
  const listed = step.by === 'role' ? near.filter(({ node }) => hasRole(node, step)) : near;
  const names = [...new Set(listed.map(({ text }) => text).filter((text) => text !== ''))].slice(
    0,
    MAX_NAMES,
  );
  const what = step.by === 'role' ? `What has the role ${step.role}` : 'What comes nearest';
  return names.length > 0 ? `${what}: ${names.map((name) => quote(shorten(name, 50))).join(', ')}.` : '';
}

const written = ({ failure }: FailedPage): string => shorten(failure.locator ?? '', 160);

async function otherFrame(nodes: readonly PageNode[], failed: FailedPage): Promise<Cause> {
  const [node] = nodes as readonly [PageNode, ...PageNode[]];
  const owner = node.document.owner;
  const where = owner
    ? `in the frame ${elementSelector(owner)}${owner.name && ` ${quote(owner.name)}`}, which the locator does not enter`
    : 'on the page itself, not in the frame that the locator enters';
  const use = await suggestLocator(node, failed);
  return {
    kind: 'other frame',
    text: `${placedLabel(node, failed.context)} is ${where}.${use ? ` Use ${use}.` : ''}`,
    elements: nodes,
  };
}

async function tooFew(before: LocatorStep[], index: number, failed: FailedPage): Promise<Cause> {
  const found = before.length > 0 ? await failed.find(before) : [];
  const count = found.length === 1 ? '1 element matches' : `${found.length} elements match`;
  return {
    kind: 'other value',
    text: `${count} ${writeLocator(before)}, so there is no nth(${index}).`,
    elements: found,
  };
}

/** What is within the part of the page that the steps before have found goes first. */
async function nearWithin(
  step: LocatorStep,
  before: LocatorStep[],
  failed: FailedPage,
): Promise<NearElement[]> {
  const near = findNear(step, failed);
  if (before.length === 0 || near.length === 0) return near;
  const parts = await failed.find(before);
  const isInside = ({ node }: NearElement): boolean => parts.some((part) => part.contains(node));
  return [...near.filter(isInside), ...near.filter((one) => !isInside(one))];
}

/** Says which part of the locator finds nothing. */
function nothingText(step: LocatorStep, before: LocatorStep[], failed: FailedPage): string {
  const inside = before.length > 0 ? ` in ${shorten(writeLocator(before), 120)}` : '';
  switch (step.by) {
    case 'role':
      return step.name === undefined
        ? `There is no ${step.role}${inside}.`
        : `No ${step.role} is called ${patternText(step.name)}${inside}.`;
    case 'text':
      return `No element has the text ${patternText(step.text)}${inside}.`;
    case 'label':
      return `No field has the label ${patternText(step.text)}${inside}.`;
    case 'testId':
      return `No element has the test id ${patternText(step.text)}${inside}.`;
    case 'filter':
      return `Of what ${shorten(writeLocator(before), 120)} finds, nothing has ${step.hasText === undefined ? 'what the filter asks for' : `the text ${patternText(step.hasText)}`}.`;
    default:
      return `Nothing matches ${shorten(writeLocator([...before, step]), 160) || written(failed)}.`;
  }
}

const patternText = (pattern: Parameters<typeof wordsOf>[0] & {}): string =>
  typeof pattern === 'string' ? quote(pattern) : `/${pattern.regex}/${pattern.flags}`;

const hasRole = (node: PageNode, { role }: RoleStep): boolean => playwrightRole(node) === role.toLowerCase();

function kindOf(step: LocatorStep, { node, score }: NearElement): Cause['kind'] {
  if (step.by === 'role' && score >= SURE && !hasRole(node, step)) return 'other role';
  return score >= PROBABLE ? 'other words' : 'not found';
}

async function nearText(step: LocatorStep, { node, text }: NearElement, failed: FailedPage): Promise<string> {
  const use = await suggestLocator(node, failed);
  const isOtherRole = step.by === 'role' && !hasRole(node, step);
  const label = placedLabel(node, failed.context);
  const role = playwrightRole(node) || node.tag;
  const textNote =
    node.name === text || label.includes(text) ? '' : `, which has ${quote(shorten(text, 80))}`;
  const relation = isOtherRole ? `Most like it is a ${role}` : 'Most like it';
  return `${relation}: ${label}${textNote}${use ? `. Use ${use}` : ''}.`;
}
