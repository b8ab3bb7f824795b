import { nearestWord } from '../../snapshot/nearestWord.ts';

/** Words that others have and a script has not, with what to use instead. */
const INSTEAD: Readonly<Record<string, string>> = {
  evaluateHandle: 'Use locator.describe(), or evaluate() where it is allowed.',
  waitForFunction: 'Use locator.waitFor() or page.waitForURL().',
  addInitScript: 'A script does not change what pages load.',
  exposeFunction: 'A page calls nothing of a script.',
  innerHTML: 'Use locator.innerText(), or locator.describe() for attributes.',
  content: 'Use page.look() for the page, or locator.look() for a part of it.',
  childFrames: 'Use await page.frames(), or frameLocator(css).',
  parentFrame: 'Use the page, or page.frameLocator(css).',
  $: 'Use page.locator(css).',
  $$: 'Use page.locator(css).all().',
  elementHandle: 'A locator is all that is needed.',
  elementHandles: 'Use locator.all().',
  screenshot: 'Take it after the script, by the screenshot command.',
  snapshotForAI: 'Use page.look(), or page.query({ text }).',
  route: 'A script does not change what pages load.',
  setContent: 'Use page.goto(address).',
  setViewportSize: 'Use the resize command before the script.',
  bringToFront: 'Use page.switchTab(number).',
  pause: 'Print what you need to know, and end the script.',
  pdf: 'Take a screenshot after the script.',
  waitForEvent:
    'A tab that opened is in page.tabs(): page.switchTab(number). Dialogs: page.on("dialog", ...).',
  waitForPopup: 'A tab that opened is in page.tabs(): page.switchTab(number).',
  blur: 'Use press("Tab").',
  highlight: 'Use the screenshot command after the script.',
  waitForNavigation: 'Actions wait for the page they lead to; use page.waitForURL(url).',
  waitForResponse: 'Actions wait for what they load.',
  waitForRequest: 'Actions wait for what they load.',
  context: 'Use page.tabs(), page.newTab(address), page.switchTab(number).',
  close: 'Use page.closeTab(number).',
  dispatchEvent: 'Use click, fill, press or hover.',
};

/** Those that are named where nothing is near. */
const MAIN_WORDS = new Set(
  'goto url title waitForURL tabs switchTab look query table fill get locator getByRole getByText getByLabel filter click innerText getAttribute describe waitFor'.split(
    ' ',
  ),
);

/** Read by the language itself, or by code that wants to know what a value is. */
const SILENT = new Set(['then', 'toJSON', 'constructor', 'asymmetricMatch', 'nodeType', 'length', 'inspect']);

/** Of no use to a script. */
const INTERNAL = new Set([
  'constructor',
  'with',
  'named',
  'toString',
  'toJSON',
  'dispatchDialog',
  'ask',
  'steps',
]);

/** What a class is called in errors: `page`, `locator`. */
const KIND = Symbol('kind');

/** Gives the instances of a class a name for errors; one that derives from another needs its own. */
export function nameKind({ prototype }: { prototype: object }, kind: string): void {
  Object.defineProperty(prototype, KIND, { value: kind });
}

/** Makes every unknown property of the instances of a class, and of those that derive from it, an error. */
export function refuseUnknownWords({ prototype }: { prototype: object }): void {
  const unknown = new Proxy(Object.prototype, {
    get(target, name, receiver) {
      if (typeof name === 'symbol' || SILENT.has(name) || name in target) return Reflect.get(target, name);
      const kind = String(receiver[KIND]);
      throw new TypeError(
        `${kind}.${name} is not there. ${INSTEAD[name] ?? nearestText(name, kind, wordsOf(receiver, unknown))}`,
      );
    },
  });
  Object.setPrototypeOf(prototype, unknown);
}

function wordsOf(instance: object, end: object): string[] {
  const words: string[] = [];
  for (let one = Object.getPrototypeOf(instance); one && one !== end; one = Object.getPrototypeOf(one))
    words.push(...Object.getOwnPropertyNames(one).filter((name) => !INTERNAL.has(name)));
  return words;
}

function nearestText(name: string, kind: string, known: readonly string[]): string {
  const nearest = nearestWord(name, known);
  if (nearest) return `Nearest: ${kind}.${nearest}.`;
  const main = known.filter((word) => MAIN_WORDS.has(word));
  return `There are ${(main.length > 0 ? main : known).join(', ')}.`;
}
