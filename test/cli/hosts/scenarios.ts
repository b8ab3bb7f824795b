import { expect } from 'vitest';
import type { Host } from './Host.ts';

/** What every host must be able to do, in the same words. `origin` serves the order desk. */
export interface Scenario {
  name: string;
  run(host: Host, origin: string): Promise<void>;
}

/** The number that an answer gives an element, shown by what follows it. */
async function numberOf(host: Host, words: string): Promise<number> {
  const { text } = await host.call('query_elements', { text: words });
  const [, number] = /\[(\d+)\]/.exec(text) ?? [];
  if (number === undefined) throw new Error(`nothing was found for ${words}: ${text}`);
  return Number(number);
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'no page is open: it says what to call',
    async run(host) {
      const { text, failed } = await host.call('look');
      expect([failed, /open/.test(text)]).toEqual([true, true]);
    },
  },
  {
    name: 'open and look: numbers on what can be used, nothing hidden',
    async run(host, origin) {
      const opened = await host.call('open', { url: origin });
      const look = [
        `"Order desk" ${origin}/ (status 200)`,
        'BANNER:',
        ' [1]<a>Home [2]<button collapsed>More',
        'MAIN:',
        ' # Orders',
        ' [3]<input>Name [4]<select value=Red options="Red|Green">Colour [5]<button>Place the order [6]<button disabled>Refund [7]<button>Withdraw',
        ' The end of the page',
      ];
      expect(opened).toEqual({ text: look.join('\n'), failed: false });
      const { text } = await host.call('look', { full: true });
      expect(text).toMatch(/^Page: "Order desk"/);
      expect(text).toMatch(/\[\d+\]<button>Place the order/);
      expect(text).not.toContain('Terms of delivery');
    },
  },
  {
    name: 'query: best first, hidden ones with the way to them',
    async run(host) {
      const { text } = await host.call('query_elements', { text: 'terms of delivery' });
      expect(text).toMatch(/hidden/i);
      expect(text).toMatch(/More/);
    },
  },
  {
    name: 'act: fields and choices hold what they were given, and a click reports what changed',
    async run(host) {
      const name = await numberOf(host, 'Name');
      const colour = await numberOf(host, 'Colour');
      const order = await numberOf(host, 'Place the order');
      expect((await host.call('fill', { index: name, text: 'Ada Lovelace' })).failed).toBe(false);
      expect((await host.call('select_option', { index: colour, options: ['Green'] })).failed).toBe(false);
      const { text, failed } = await host.call('click', { index: order });
      expect(failed).toBe(false);
      expect(text).toContain('Ordered Green for Ada Lovelace');
    },
  },
  {
    name: 'dialogs: answered at once, and reported',
    async run(host) {
      const withdraw = await numberOf(host, 'Withdraw');
      const { text, failed } = await host.call('click', { index: withdraw });
      expect(failed).toBe(false);
      expect(text).toContain('Kept as it was');
      expect(text).toContain('confirm "Really?" was dismissed');
    },
  },
  {
    name: 'details and region: one element, one part',
    async run(host) {
      const colour = await numberOf(host, 'Colour');
      expect((await host.call('get_element_details', { index: colour })).text).toContain('Red');
      expect((await host.call('get_region', { landmark: 'MAIN' })).text).toContain('Place the order');
    },
  },
  {
    name: 'errors: a number never shown, a disabled control, an address that is blocked',
    async run(host) {
      const unknown = await host.call('click', { index: 999 });
      expect(unknown.failed).toBe(true);
      expect(unknown.text).toContain('No element [999] was ever shown.');
      const refund = await numberOf(host, 'Refund');
      const disabled = await host.call('click', { index: refund });
      expect([disabled.failed, /disabled/i.test(disabled.text)]).toEqual([true, true]);
      const script = await host.call('open', { url: 'javascript:alert(1)' });
      expect([script.failed, /are not opened/.test(script.text)]).toEqual([true, true]);
    },
  },
  {
    name: 'explain: why something is not shown',
    async run(host) {
      const { text } = await host.call('explain', { target: 'Terms of delivery' });
      expect(text).toMatch(/display|hidden/);
    },
  },
  {
    name: 'query_dom: the live DOM, with numbers that can be acted on',
    async run(host) {
      const { text, failed } = await host.call('query_dom', { selector: 'main button' });
      expect([failed, /Refund/.test(text)]).toEqual([false, true]);
      const [, number] = /\[(\d+)\]/.exec(text) ?? [];
      expect((await host.call('get_element_details', { index: Number(number) })).text).toContain(
        'Place the order',
      );
      const wrong = await host.call('query_dom', { selector: 'main >' });
      expect(wrong.failed).toBe(true);
    },
  },
  {
    name: 'scroll, press and back',
    async run(host, origin) {
      expect((await host.call('scroll')).failed).toBe(false);
      expect((await host.call('press', { keys: 'Escape' })).failed).toBe(false);
      await host.call('open', { url: `${origin}/second` });
      expect((await host.call('back')).text).toContain('Order desk');
    },
  },
  {
    name: 'screenshot: a picture, and where it lies',
    async run(host) {
      const { text, failed } = await host.call('screenshot', { numbers: true });
      expect(failed).toBe(false);
      expect(text).toMatch(/^saved .*\.png \(1280 x 720, \d+ KB\), \d+ elements numbered/);
    },
  },
];
