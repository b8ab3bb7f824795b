import { button } from './controls.ts';
import type { Move, PageBlock } from './Move.ts';
import type { Names } from './Names.ts';

/** The main part of a page of one site. */
export interface SitePage {
  title: string;
  html: string;
  /** Of which a task takes some, in this order. */
  moves: Move[];
  /** Sends what was filled in: the last part of a task that fills fields. */
  submit?: Move | undefined;
}

export const blocksOf = (blocks: readonly PageBlock[]): PageBlock => ({
  html: blocks.map(({ html }) => html).join('\n'),
  moves: blocks.flatMap(({ moves }) => moves),
});

const SUBMIT_LABELS = ['Submit', 'Save', 'Send', 'OK', 'Apply', 'Continue', 'Done', 'Go', 'Search', 'Next'];

/** A form, and the button that sends it; now and then there are two buttons. */
export function formOf(names: Names, title: string, blocks: readonly PageBlock[], label?: string): SitePage {
  const { random } = names;
  const send = button(label ?? random.pick(SUBMIT_LABELS));
  const cancel = random.chance(0.3) ? button(random.pick(['Cancel', 'Reset', 'Back'])).html : '';
  const { html, moves } = blocksOf(blocks);
  const buttons = random.chance(0.5) ? `${send.html} ${cancel}` : `${cancel} ${send.html}`;
  return { title, html: `<form>${html}<p>${buttons}</p></form>`, moves, submit: send.moves[0] };
}
