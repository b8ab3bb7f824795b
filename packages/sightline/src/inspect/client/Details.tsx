import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { PageNode } from '../../model/Page.ts';
import { describe } from '../../prune/Pruning.ts';
import type { Look } from './Look.ts';
import { type Pick, usePick } from './Pick.ts';

/** All that is known of what was chosen, and what each rule says of it. */
export function Details({ look, pick }: { look: Look; pick: Pick }): JSX.Element | null {
  const { chosen } = usePick(pick);
  const told = useMemo(() => chosen && tell(look, chosen), [look, chosen]);
  const why = useWhy(look, chosen);
  if (!told) return null;
  return (
    <section class="details" aria-label="What was chosen">
      <div class="bar">
        <h2>{told.title}</h2>
        <button
          type="button"
          class="icon end"
          aria-label="Close"
          onClick={() => pick.choose(undefined, 'text')}
        >
          ×
        </button>
      </div>
      <div class="scroll" tabIndex={0} role="group" aria-label="Details">
        <h3>Why it is told so</h3>
        <pre>{why ?? '…'}</pre>
        {told.facts && <h3>What is known of it</h3>}
        {told.facts && <pre>{told.facts}</pre>}
      </div>
    </section>
  );
}

/** What each rule says: on a large page it takes a while to ask them all, one after the other: nothing waits for it. */
function useWhy(look: Look, node: PageNode | undefined): string | undefined {
  const [why, setWhy] = useState<string>();
  useEffect(() => {
    setWhy(undefined);
    if (!node) return;
    const steps = look.page.explaining(node);
    const next = (): void => {
      const step = steps.next();
      if (step.done) setWhy(plain(step.value.text.split('\n')));
      else timer = setTimeout(next);
    };
    let timer = setTimeout(next, PAUSE);
    return () => clearTimeout(timer);
  }, [look, node]);
  return why;
}

/** Milliseconds that something stays chosen before the rules are asked. */
const PAUSE = 120;

const plain = (lines: string[]): string => lines.map((line) => line.replace(/^ {2}/, '')).join('\n');

function tell(look: Look, node: PageNode): { title: string; facts: string | undefined } {
  const { page } = look;
  const number = page.numbers.known(node);
  const facts = number === undefined ? undefined : page.details(number).text.split('\n').slice(1);
  return { title: titleOf(look, node), facts: facts && plain(facts) };
}

/** `[12] button “Save”`. */
export function titleOf({ page }: Look, node: PageNode): string {
  if (node.isText) return `Text “${short(node.text)}”`;
  const number = page.numbers.known(node);
  const name = short(node.name);
  return `${number === undefined ? '' : `[${number}] `}${node.role || (name ? node.tag : describe(node))}${name && ` “${name}”`}`;
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
