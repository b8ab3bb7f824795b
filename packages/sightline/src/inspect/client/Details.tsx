import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { elementSelector } from '../../render/explain/decisionText.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import type { LoadedPage } from './LoadedPage.ts';
import { type NodeSelection, useNodeSelection } from './NodeSelection.ts';

/** Details of the selected node, and the decision of each visibility rule. */
export function Details({
  loadedPage,
  selection,
}: {
  loadedPage: LoadedPage;
  selection: NodeSelection;
}): JSX.Element | null {
  const { selected } = useNodeSelection(selection);
  const details = useMemo(() => selected && describeSelected(loadedPage, selected), [loadedPage, selected]);
  const explanation = useExplanation(loadedPage, selected);
  if (!details) return null;
  return (
    <section class="details" aria-label="What was chosen">
      <div class="bar">
        <h2>{details.title}</h2>
        <button
          type="button"
          class="icon end"
          aria-label="Close"
          onClick={() => selection.select(undefined, 'text')}
        >
          ×
        </button>
      </div>
      <div class="scroll" tabIndex={0} role="group" aria-label="Details">
        <h3>Why it is shown this way</h3>
        <pre>{explanation ?? '…'}</pre>
        {details.facts && <h3>What is known about it</h3>}
        {details.facts && <pre>{details.facts}</pre>}
      </div>
    </section>
  );
}

/** The explanation of a node, computed in steps: on a large page it takes a while. */
function useExplanation(loadedPage: LoadedPage, node: PageNode | undefined): string | undefined {
  const [explanation, setExplanation] = useState<string>();
  useEffect(() => {
    setExplanation(undefined);
    if (!node) return;
    const steps = loadedPage.captured.explainInSteps(node);
    const next = (): void => {
      const step = steps.next();
      if (step.done) setExplanation(unindent(step.value.text.split('\n')));
      else timer = setTimeout(next);
    };
    let timer = setTimeout(next, EXPLAIN_DELAY_MS);
    return () => clearTimeout(timer);
  }, [loadedPage, node]);
  return explanation;
}

/** Milliseconds after a selection before it is explained. */
const EXPLAIN_DELAY_MS = 120;

const unindent = (lines: string[]): string => lines.map((line) => line.replace(/^ {2}/, '')).join('\n');

function describeSelected(
  loadedPage: LoadedPage,
  node: PageNode,
): { title: string; facts: string | undefined } {
  const { captured } = loadedPage;
  const number = captured.numberOf(node);
  const facts = number === undefined ? undefined : captured.details(number).text.split('\n').slice(1);
  return { title: nodeTitle(loadedPage, node), facts: facts && unindent(facts) };
}

/** `[12] button “Save”`. */
export function nodeTitle({ captured }: LoadedPage, node: PageNode): string {
  if (node.isText) return `Text “${truncate(node.text)}”`;
  const number = captured.numberOf(node);
  const name = truncate(node.name);
  return `${number === undefined ? '' : `[${number}] `}${node.role || (name ? node.tag : elementSelector(node))}${name && ` “${name}”`}`;
}

const truncate = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
