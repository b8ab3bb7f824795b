import { toBrowserError } from '../browser/browserError.ts';
import { withTimeout } from '../browser/withTimeout.ts';
import type { FieldState, Point } from '../injected/PageApi.ts';
import { quote } from '../render/escape.ts';
import type { Box } from '../snapshot/geometry.ts';
import type { PageNode } from '../snapshot/Page.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import { shorten } from '../snapshot/shorten.ts';
import { throwIfAborted } from '../snapshot/untilAborted.ts';
import { ActionabilityChecker, type ClickPoint } from './ActionabilityChecker.ts';
import { ActionabilityError, type ActionabilityFailure } from './ActionabilityError.ts';
import type { ActionContextOptions } from './ElementAccess.ts';

export type { ActionContextOptions, FieldState };

export type Modifier = 'Alt' | 'Control' | 'ControlOrMeta' | 'Meta' | 'Shift';

export interface ClickOptions {
  /** Default `left`. */
  button?: 'left' | 'right' | 'middle';
  /** 1 (default), 2 for a double click, 3 for a triple click. */
  clickCount?: number;
  /** Keys held down meanwhile. */
  modifiers?: Modifier[];
  /** Where in the element, from the top left corner of its padding box; CSS pixels. Default: where it receives the click. */
  position?: Point;
}

/** What browsers press themselves; else a script may listen for the release only once the press has drawn the page anew. */
const PRESSED_TAGS: ReadonlySet<string> = new Set(
  'a button input select textarea label option summary area'.split(' '),
);
/** Milliseconds for which the button is held: a few frames, as short as a person's click. */
const HOLD_MS = 50;

/** With how long the button is held. */
type PressOptions = Omit<ClickOptions, 'position'> & { delay?: number };

/** What a finger can do; all else is of a mouse, which a phone may have too. */
const isTap = ({ button = 'left', clickCount = 1 }: ClickOptions): boolean =>
  button === 'left' && clickCount === 1;

const isSamePoint = (a: Point, b: Point | undefined): boolean => a.x === b?.x && a.y === b.y;

/** By Playwright, of a context that was made without `hasTouch`. */
const NO_TOUCH = /hasTouch must be enabled|does not support tap/i;

/** Of an element in an error. */
const MAX_NAME_LENGTH = 60;

/** How often something else may come under the mouse at the moment of a press. */
const MAX_PRESSES = 3;

/**
 * What every action works with: the live page, the page as it was last captured, and how long the action may take. Each
 * method throws `ActionabilityError` where the element cannot be acted on.
 */
export class ActionContext extends ActionabilityChecker {
  /** Clicks at a point of the element where it receives the click. */
  async click(node: PageNode, { position: given, ...rest }: ClickOptions = {}): Promise<void> {
    const options = { ...rest, ...(PRESSED_TAGS.has(node.tag) ? {} : { delay: HOLD_MS }) };
    if (given) return this.#clickAtPosition(node, given, options);
    const { viewportPoint: before, isTouched } = await this.findHoverPoint(node);
    this.markInput();
    if (isTouched && isTap(options) && (await this.#tap(node, options))) return;
    // On hover an element may change its shape (another picture, which loads): a press meanwhile would miss it.
    await this.withinTime(this.page.mouse.move(before.x, before.y));
    let movedTo: Point | undefined = before;
    await this.#retryPress(async () => {
      // Asked while the guard is set up, which takes a round trip too.
      const finding = this.findClickPoint(node);
      const press = async (): Promise<void> => {
        const { locator, position, viewportPoint, byCoordinates, isPlainBox } = await finding;
        // The mouse moves with a frame: what is where it was before stands still, and Playwright need not wait for that.
        const isUnderMouse = isPlainBox && !byCoordinates && isSamePoint(viewportPoint, movedTo);
        movedTo = undefined;
        const click = () => {
          if (isUnderMouse) return this.#pressAt(node, viewportPoint, options);
          return byCoordinates
            ? this.withinTime(this.#clickAt(viewportPoint, options))
            : locator.click({ ...options, position, ...this.limits });
        };
        await this.runPlaywright(node, click);
      };
      const [missed] = await Promise.all([this.guardPress(node, press), finding]);
      return missed;
    });
  }

  /** As a finger does. False where the context was made without touch: nothing was done. */
  async #tap(node: PageNode, { modifiers }: ClickOptions): Promise<boolean> {
    let isSupported = true;
    await this.#retryPress(async () => {
      const { locator, position, viewportPoint, byCoordinates } = await this.findClickPoint(node);
      const { touchscreen } = this.page;
      const tap = () =>
        byCoordinates
          ? this.withinTime(touchscreen.tap(viewportPoint.x, viewportPoint.y))
          : locator.tap({ ...(modifiers && { modifiers }), position, ...this.limits });
      const unlessUnsupported = (error: unknown): void => {
        if (!NO_TOUCH.test(String(error))) throw error;
        isSupported = false;
      };
      const missed = this.guardPress(node, () =>
        this.runPlaywright(node, () => tap().catch(unlessUnsupported)),
      );
      return missed.catch((error) => {
        if (isSupported) throw error;
        return undefined;
      });
    });
    return isSupported;
  }

  /** Holds the mouse down at a point of the viewport, where the element is. */
  async holdMouse(node: PageNode, { x, y }: Point): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(x, y);
    const missed = await this.guardPress(node, () => this.withinTime(mouse.down()));
    if (!missed) return;
    // Nothing gets the end of what it did not get the beginning of.
    await this.guardPress(node, () => this.withinTime(mouse.up()), { ids: [] });
    throw missed;
  }

  /** Moves the mouse over the element; `at`: over that place in its padding box. */
  async hover(node: PageNode, at?: Point): Promise<void> {
    const { locator, position, viewportPoint, byCoordinates } = await this.findClickPoint(node);
    const hover = () => {
      if (at) return this.locator(node).hover({ position: at, ...this.limits });
      return byCoordinates
        ? this.withinTime(this.page.mouse.move(viewportPoint.x, viewportPoint.y))
        : locator.hover({ position, ...this.limits });
    };
    const missed = await this.guardPress(node, () => this.runPlaywright(node, hover), { kind: 'hover' });
    if (missed) throw missed;
  }

  /** Where a point of the viewport of the element's document is in the viewport of the page. Throws where a frame hides it. */
  async toPagePoint(node: PageNode, point: Point): Promise<Point> {
    let { x, y } = point;
    for (let { owner } = node.document; owner; { owner } = owner.document) {
      const found = await this.callPageScript(owner, 'hitTestThroughFrames', owner.id, { x, y });
      if (found.state !== 'ready') throw new ActionabilityError(found.state, owner);
      ({ x, y } = found.viewportPoint);
    }
    return { x, y };
  }

  /** Throws `invalid_argument` for a place that is not in the box of an element; `dragged`: what would be let go of there. */
  async assertInside(node: PageNode, { x, y }: Point, dragged?: PageNode): Promise<void> {
    if (node.tag.startsWith('::'))
      throw new SightlineError(
        'invalid_argument',
        'No place can be named in what the browser draws for scrolling.',
        {
          hint: 'Click it without a position.',
        },
      );
    const box = await this.locator(node).boundingBox(this.limits);
    if (!box) throw new ActionabilityError('invisible', node);
    if (x >= 0 && y >= 0 && x < box.width && y < box.height) return;
    const size = `${Math.floor(box.width)} x ${Math.floor(box.height)}`;
    const name = `<${node.role || node.tag}${node.name && ` ${quote(shorten(node.name, MAX_NAME_LENGTH))}`}>`;
    throw new SightlineError('invalid_argument', `${x},${y} is outside of ${name}, which is ${size}.`, {
      hint: `Count CSS pixels from its top left corner.${await this.#windowHint({ x, y }, box, dragged)}`,
    });
  }

  /** What to write for the same point of the window. */
  async #windowHint({ x, y }: Point, box: Box, dragged: PageNode | undefined): Promise<string> {
    const { width = 0, height = 0 } = this.visibility.page.documents[0]?.viewport ?? {};
    if (x < 0 || y < 0 || x >= width || y >= height) return '';
    const point = `The point ${x},${y} of the window is`;
    const inside = { x: Math.round(x - box.x), y: Math.round(y - box.y) };
    const isInside = inside.x >= 0 && inside.y >= 0 && inside.x < box.width && inside.y < box.height;
    if (isInside) return ` ${point} ${inside.x},${inside.y} in it.`;
    const from = dragged && (await this.locator(dragged).boundingBox(this.limits));
    if (!from) return '';
    const by = { x: x - from.x - from.width / 2, y: y - from.y - from.height / 2 };
    return ` ${point} ${Math.round(by.x)} pixels to the right and ${Math.round(by.y)} down from the element: drag ELEMENT --x ${Math.round(by.x)} --y ${Math.round(by.y)}.`;
  }

  /** Where a place in the padding box of an element is in the viewport of the page; scrolls to the element. */
  async pointAt(node: PageNode, { x, y }: Point): Promise<Point> {
    const { id, position, viewportPoint } = await this.findClickPoint(node);
    if (id === node.id) return { x: viewportPoint.x - position.x + x, y: viewportPoint.y - position.y + y };
    return this.pointInBox(node, { x, y });
  }

  /** Where a place in the box of an element is in the viewport of the page, default its middle; whatever is there. */
  async pointInBox(node: PageNode, place?: Point): Promise<Point> {
    const box = await this.locator(node).boundingBox(this.limits);
    if (!box) throw new ActionabilityError('invisible', node);
    return { x: box.x + (place?.x ?? box.width / 2), y: box.y + (place?.y ?? box.height / 2) };
  }

  /**
   * Gives the element the focus, with `atEnd` with the caret behind its text. `isReady`: it was just waited for. Throws where
   * it does not take the focus: the next key would go elsewhere.
   */
  async focus(node: PageNode, { atEnd = false, isReady = false } = {}): Promise<void> {
    if (!isReady) await this.waitUntilReady(node);
    const decision = this.visibility.decisions[node.index];
    if (decision?.rule === 'behindModal') throw new ActionabilityError('covered', node, decision.by);
    this.markInput();
    const focused = await this.callPageScript(node, 'focus', node.id, atEnd);
    if (focused === node.id) return;
    await this.recapture();
    throw new ActionabilityError(
      'not focusable',
      node,
      focused === 0 ? undefined : this.nodeById(node, focused),
    );
  }

  async blur(node: PageNode): Promise<void> {
    await this.runPlaywright(node, () => this.locator(node).blur(this.limits));
  }

  /** Throws for an element that shows nothing, or nothing that scrolling brings into view. */
  assertVisible(node: PageNode): void {
    if (this.visibility.decisions[node.index]?.rule === 'invisible')
      throw new ActionabilityError('invisible', node);
  }

  /** Runs an operation of Playwright on an element. Its refusals to act become an `ActionabilityError`. */
  async runPlaywright<T>(node: PageNode, operation: () => Promise<T>): Promise<T> {
    throwIfAborted(this.options.signal);
    this.markInput();
    try {
      return await operation();
    } catch (error) {
      throwIfAborted(this.options.signal);
      if (error instanceof ActionabilityError) throw error;
      const text = String(error);
      if (!/TimeoutError|Timeout \d+ms exceeded|Element is not|did not find|not attached/i.test(text))
        throw toBrowserError(error, this.page);
      await this.recapture();
      const reason = parsePlaywrightFailure(text);
      if (reason === 'unanswered') throw new ActionabilityError(reason, node);
      const check = await this.checkClickPoint(node);
      throw new ActionabilityError(check.state === 'ready' ? reason : check.state, node, check.coveredBy);
    }
  }

  /** By Playwright, which checks that nothing is above that place. */
  async #clickAtPosition(node: PageNode, position: Point, options: PressOptions): Promise<void> {
    await this.assertInside(node, position);
    await this.#retryPress(async () => {
      await this.findClickPoint(node);
      const click = () => this.locator(node).click({ ...options, position, ...this.limits });
      return this.guardPress(node, () => this.runPlaywright(node, click));
    });
  }

  /** What comes between at the last moment may be a message that goes away again. */
  async #retryPress(press: () => Promise<ActionabilityError | undefined>): Promise<void> {
    for (let tries = 1; ; tries++) {
      const missed = await press();
      if (!missed) return;
      if (tries === MAX_PRESSES || performance.now() >= this.deadline) throw missed;
      await this.recapture();
    }
  }

  /** As `#clickAt`, of an element that was found there; says so where the page does not answer. */
  async #pressAt(node: PageNode, point: Point, options: PressOptions): Promise<void> {
    const pressing = this.#clickAt(point, options).then(() => true);
    if (!(await withTimeout(pressing, this.timeLeftMs, false)))
      throw new ActionabilityError('unanswered', node);
  }

  async #clickAt(
    { x, y }: ClickPoint['viewportPoint'],
    { modifiers = [], ...options }: PressOptions,
  ): Promise<void> {
    const { keyboard, mouse } = this.page;
    for (const key of modifiers) await keyboard.down(key);
    try {
      await mouse.click(x, y, options);
    } finally {
      for (const key of modifiers) await keyboard.up(key);
    }
  }
}

/** Why Playwright gave up, by its log. */
function parsePlaywrightFailure(log: string): ActionabilityFailure {
  // The mouse was used, and neither missed nor answered.
  if (/performing \w+ action(?![\s\S]*(?:intercepts|retrying))/i.test(log)) return 'unanswered';
  if (/intercepts pointer events/i.test(log)) return 'covered';
  if (/not stable|waiting for element to be[^\n]*stable\s*$/im.test(log)) return 'moving';
  if (/outside of the viewport/i.test(log)) return 'outside';
  if (/not editable|readonly/i.test(log)) return 'not editable';
  return 'busy';
}
