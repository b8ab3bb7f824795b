import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { decisionText, elementSelector } from '../../../render/explain/decisionText.ts';
import type { ViewOptions } from '../../../render/RenderContext.ts';
import type { PageNode } from '../../../snapshot/Page.ts';
import { nodeTitle } from '../Details.tsx';
import type { LoadedPage } from '../LoadedPage.ts';
import { ChunkedList } from '../list/ChunkedList.tsx';
import type { ListRow } from '../list/ListChunk.tsx';
import type { OverlayBox } from '../picture/OverlayBox.ts';
import { type RuleRemovals, removalsByRule } from '../removals.ts';
import type { TabProps } from './Tabs.tsx';

/** Description and colour of each rule. */
const RULE_DESCRIPTIONS: Readonly<Record<string, { title: string; about: string; color: string }>> = {
  invisible: {
    title: 'Invisible',
    about: 'A person does not see it: not displayed, transparent, clipped away, of no size.',
    color: '120 113 108',
  },
  styledControls: {
    title: 'Styled controls',
    about: 'A hidden control that a person uses by its label.',
    color: '0 110 120',
  },
  behindModal: { title: 'Behind a modal', about: 'A dialog must be answered first.', color: '125 40 170' },
  occluded: { title: 'Covered', about: 'Something else lies over all of it.', color: '196 30 40' },
  viewport: { title: 'Outside the part', about: 'Only a part of the page was asked for.', color: '0 90 200' },
  numbered: { title: 'Not numbered', about: 'Nothing a person can use.', color: '175 75 0' },
  contained: {
    title: 'Part of a target',
    about: 'It lies within a link or button and does nothing else: its text is shown there.',
    color: '10 115 50',
  },
  labels: { title: 'Labels', about: 'A label is shown as the name of its control.', color: '0 110 120' },
  wrappers: {
    title: 'Wrappers',
    about: 'A box around others without meaning of its own: only its content is shown.',
    color: '120 113 108',
  },
};

const describeRule = (name: string): (typeof RULE_DESCRIPTIONS)[string] =>
  RULE_DESCRIPTIONS[name] ?? { title: name, about: '', color: '120 113 108' };

interface RemovedTabProps extends TabProps {
  options: ViewOptions;
}

/** What each rule removed and why, drawn where it was. */
export function RemovedTab({ loadedPage, selection, showOverlay, options }: RemovedTabProps): JSX.Element {
  const removals = useMemo(
    () => removalsByRule(loadedPage.captured.renderContext(options).pageState.visibility),
    [loadedPage, options],
  );
  const [chosenRule, setChosenRule] = useState('');
  const current = removals.find(({ rule }) => rule === chosenRule) ?? removals[0];
  const items = useMemo(() => (current ? groupRows(loadedPage, current) : []), [loadedPage, current]);
  useEffect(
    () => showOverlay({ boxes: current ? groupBoxes(loadedPage, current) : [], listedNodes: [] }),
    [loadedPage, current],
  );
  if (!current) return <p class="hint">Nothing: all of this page is shown.</p>;
  const boxless = current.groups.filter(({ node }) => !hasBox(loadedPage, node)).length;
  return (
    <>
      <fieldset class="rules">
        <legend class="hidden">Rule</legend>
        {removals.map(({ rule, count, decision }) => (
          <label key={rule} class={decision} style={{ '--c': describeRule(rule).color }}>
            <input
              type="radio"
              name="rule"
              value={rule}
              checked={rule === current.rule}
              onChange={() => setChosenRule(rule)}
            />
            {describeRule(rule).title} <span class="count">{count.toLocaleString('en')}</span>
          </label>
        ))}
      </fieldset>
      <p class="facts" role="status">
        <span>
          {current.decision === 'remove' ? 'Left out. ' : 'Shown without a line of its own. '}
          {describeRule(current.rule).about}
          {boxless > 0 && (
            <span class="muted"> {boxless.toLocaleString('en')} take no place on the picture.</span>
          )}
        </span>
      </p>
      <ChunkedList
        key={current.rule}
        items={items}
        label={`Taken by the rule ${describeRule(current.rule).title}`}
        loadedPage={loadedPage}
        selection={selection}
        className="removed"
      />
    </>
  );
}

const hasBox = (
  { visibility }: LoadedPage,
  { index, box }: RuleRemovals['groups'][number]['node'],
): boolean => (visibility.visibleBoxes[index] ?? box) !== undefined;

/** Characters quoted of a node. */
const MAX_QUOTED_CHARS = 60;

/** Name of a node, else its first words. */
function nodeText(loadedPage: LoadedPage, node: PageNode): string {
  if (node.name && !node.isText) return node.name.slice(0, MAX_QUOTED_CHARS);
  let text = '';
  for (let index = node.index; index < node.end && text.length < MAX_QUOTED_CHARS; index++)
    text = `${text} ${loadedPage.node(index)?.text ?? ''}`.trim();
  return text && `“${text.length > MAX_QUOTED_CHARS ? `${text.slice(0, MAX_QUOTED_CHARS)}…` : text}”`;
}

function groupBoxes(loadedPage: LoadedPage, { rule, groups, decision }: RuleRemovals): OverlayBox[] {
  const { color, title } = describeRule(rule);
  return groups.flatMap(({ node, cause }) => {
    const { box } = node;
    if (!box || box.width < 1 || box.height < 1) return [];
    const kind = decision === 'remove' ? ('hatched' as const) : ('outline' as const);
    return [
      { node, box, title: `${nodeTitle(loadedPage, node)}: ${title}, ${decisionText(cause)}`, color, kind },
    ];
  });
}

function groupRows(loadedPage: LoadedPage, { groups }: RuleRemovals): ListRow[] {
  return groups.map(({ node, cause, count }) => ({
    nodes: cause.by && cause.by !== node ? [node, cause.by] : [node],
    content: () => (
      <>
        <code>{node.isText ? 'text' : elementSelector(node)}</code> <span>{nodeText(loadedPage, node)}</span>
        {count > 1 && <span class="muted"> and {(count - 1).toLocaleString('en')} in it</span>}
        <span class="why">
          {decisionText(cause)}
          {cause.by && cause.by !== node && (
            <>
              {': '}
              <span class="link" data-node={cause.by.index}>
                {nodeTitle(loadedPage, cause.by)}
              </span>
            </>
          )}
        </span>
      </>
    ),
  }));
}
