import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../../packages/sightline/src/session/Session.ts';
import { isLong } from '../../support/scale.ts';
import { PLACES, type Place, type Widget, WidgetBrowser } from './WidgetBrowser.ts';

/** One thing that is done to a widget, and how the page itself shows that it was done. */
export interface Case {
  does: string;
  widget: Widget;
  act(session: Session, number: (label: string) => number, widgets: WidgetBrowser): Promise<unknown>;
  /** Events that the page must have received, in this order; trusted ones, where nothing else is said. */
  events?: string[];
  /** Expressions in the widget's document, and what they must come to. */
  holds?: Record<string, unknown>;
  /** Default: only in the page itself. */
  in?: readonly Place[];
}

export const EVERYWHERE = PLACES;
/** Where most goes wrong: for the variants of what is tested everywhere. */
export const HARDEST: readonly Place[] = ['page', 'frame of another process', 'closed shadow root'];
export const FRAMES: readonly Place[] = PLACES.filter((place) => place.startsWith('frame'));

/** A test of each case in each of its places, in `npm test` in some of them. */
export function conform(cases: readonly Case[]): void {
  let widgets: WidgetBrowser;
  beforeAll(async () => {
    widgets = await WidgetBrowser.start();
  });
  afterAll(() => widgets?.close());
  const all = cases.flatMap((one, nth) => placesOf(one, nth).map((place) => ({ ...one, place })));
  test.for(all)('$does: $place', async ({ widget, place, act, events = [], holds = {} }) => {
    await widgets.show(widget, place);
    await act(widgets.session, (label) => widgets.number(label), widgets);
    for (const [expression, wanted] of Object.entries(holds))
      expect(await widgets.state(expression), expression).toEqual(wanted);
    if (events.length > 0) expectInOrder(await widgets.events(), events);
  });
}

/** Of many places, `npm test` takes the first and each third of the others, for each case in its turn. */
function placesOf({ in: places = ['page'] }: Case, nth: number): readonly Place[] {
  if (isLong || places.length <= 3) return places;
  return places.filter((_, i) => i === 0 || (i + nth) % 3 === 0);
}

function expectInOrder(events: string[], wanted: string[]): void {
  let from = 0;
  for (const one of wanted) {
    const at = events.indexOf(one, from);
    if (at < 0) expect.fail(`"${one}" was not received in its turn: ${events.join(', ')}`);
    from = at + 1;
  }
}
