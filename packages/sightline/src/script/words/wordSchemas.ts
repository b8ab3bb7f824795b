import { z } from 'zod';
import { ELEMENT_STATES } from '../../search/elements/elementStates.ts';
import { locatorSpec } from '../locators/LocatorSpec.ts';

/** Milliseconds. 0 is Playwright's word for no limit: the script's own then counts. */
const timeout = z.number().min(0).max(600_000).optional();
/** Options of Playwright's that change nothing here: an element is acted on when a person could, and the page then settles. */
const passed = {
  noWaitAfter: z.boolean().optional(),
  force: z.boolean().optional(),
  strict: z.boolean().optional(),
};
const locator = locatorSpec;
const text = z.string().max(100_000);
const key = z.string().min(1).max(100);
const waitUntil = z.enum(['commit', 'domcontentloaded', 'load', 'networkidle']).optional();
const urlPattern = z.union([
  z.string().min(1).max(2_000),
  z.strictObject({ regex: z.string().max(2_000), flags: z.string().max(10) }),
]);
const coordinate = z.number().min(-100_000).max(100_000);
const tabNumber = z.int().min(1);
/** More are no more than the most. */
const MAX_TOKENS = 25_000;
const maxTokens = z
  .int()
  .min(1)
  .max(1_000_000)
  .transform((tokens) => Math.min(tokens, MAX_TOKENS))
  .optional();

const onElement = { locator, timeout };
const action = { ...onElement, ...passed };
const point = z.strictObject({ x: coordinate, y: coordinate });
const button = z.enum(['left', 'right', 'middle']).optional();
const clickCount = z.int().min(1).max(3).optional();
const delay = z.number().min(0).max(1_000).optional();
const MODIFIERS = ['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift'] as const;

/** What each word of a script takes: whatever else comes from the box is refused. */
export const wordSchemas = {
  click: z.strictObject({
    ...action,
    button,
    clickCount,
    modifiers: z.array(z.enum(MODIFIERS)).optional(),
    position: point.optional(),
    delay,
  }),
  fill: z.strictObject({ ...action, value: text }),
  pressSequentially: z.strictObject({
    ...action,
    text: text.max(10_000),
    delay,
  }),
  press: z.strictObject({ ...action, key, delay }),
  setChecked: z.strictObject({ ...action, checked: z.boolean() }),
  selectOption: z.strictObject({ ...action, values: z.array(z.string().max(1_000)).min(1).max(100) }),
  hover: z.strictObject({
    ...action,
    position: point.optional(),
  }),
  focus: z.strictObject(onElement),
  dragTo: z.strictObject({
    ...action,
    target: locator,
    sourcePosition: point.optional(),
    targetPosition: point.optional(),
    steps: z.int().min(1).max(1_000).optional(),
  }),
  setInputFiles: z.strictObject({ ...action, files: z.array(z.string().min(1)).min(1).max(100) }),
  scrollIntoView: z.strictObject(onElement),
  selectText: z.strictObject({ ...action, words: z.string().min(1).max(10_000).optional() }),
  fillFields: z.strictObject({ fields: z.union([text, z.record(z.string(), z.string())]) }),
  pressKeys: z.strictObject({ key, delay }),
  typeKeys: z.strictObject({ text: text.max(10_000), delay }),
  insertText: z.strictObject({ text: text.max(10_000) }),
  holdKey: z.strictObject({ key, state: z.enum(['down', 'up']) }),
  mouseMove: z.strictObject({ x: coordinate, y: coordinate, steps: z.int().min(1).max(1_000).optional() }),
  mouseDown: z.strictObject({ button, clickCount }),
  mouseUp: z.strictObject({ button, clickCount }),
  mouseClick: z.strictObject({ x: coordinate, y: coordinate, button, clickCount, delay }),
  mouseWheel: z.strictObject({ x: coordinate, y: coordinate }),
  scroll: z.strictObject({
    direction: z.enum(['down', 'up', 'left', 'right']),
    pixels: z.int().min(1).max(1_000_000).optional(),
    locator: locator.optional(),
  }),

  count: z.strictObject({ locator }),
  allInnerTexts: z.strictObject({ locator }),
  allTextContents: z.strictObject({ locator }),
  isVisible: z.strictObject({ locator }),
  textContent: z.strictObject(onElement),
  innerText: z.strictObject(onElement),
  inputValue: z.strictObject(onElement),
  getAttribute: z.strictObject({ ...onElement, name: z.string().min(1).max(100) }),
  isEnabled: z.strictObject(onElement),
  isEditable: z.strictObject(onElement),
  isChecked: z.strictObject(onElement),
  boundingBox: z.strictObject(onElement),
  describe: z.strictObject({ locator, attributes: z.array(z.string().min(1).max(100)).max(20) }),
  waitFor: z.strictObject({
    ...onElement,
    state: z.enum(['attached', 'detached', 'visible', 'hidden']).optional(),
  }),
  why: z.strictObject({ locator: locator.optional(), target: z.string().min(1).max(1_000).optional() }),

  goto: z.strictObject({
    url: z.string().min(1).max(100_000),
    timeout,
    waitUntil,
    referer: z.string().optional(),
  }),
  reload: z.strictObject({ timeout, waitUntil }),
  goBack: z.strictObject({ timeout, waitUntil }),
  goForward: z.strictObject({ timeout, waitUntil }),
  title: z.strictObject({}),
  setDefaultTimeout: z.strictObject({
    timeout: z.number().min(0).max(600_000),
    navigation: z.boolean().optional(),
  }),
  waitForTimeout: z.strictObject({ timeout: z.number().min(0).max(600_000) }),
  waitForLoadState: z.strictObject({
    state: z.enum(['load', 'domcontentloaded', 'networkidle']).optional(),
    timeout,
  }),
  waitForURL: z.strictObject({ url: urlPattern, timeout, waitUntil }),
  tabs: z.strictObject({}),
  frames: z.strictObject({}),
  switchTab: z.strictObject({ number: tabNumber }),
  newTab: z.strictObject({ url: z.string().min(1).max(100_000).optional() }),
  closeTab: z.strictObject({ number: tabNumber.optional() }),

  look: z.strictObject({
    maxTokens,
    view: z.enum(['outline', 'flat', 'summary', 'minimal']).optional(),
    region: z.string().min(1).max(500).optional(),
    full: z.boolean().optional(),
  }),
  lookAt: z.strictObject({ locator, maxTokens, full: z.boolean().optional() }),
  query: z.strictObject({
    text: z.string().max(2_000).optional(),
    role: z.string().max(100).optional(),
    name: z.string().max(2_000).optional(),
    attributes: z.record(z.string(), z.string()).optional(),
    withinLandmark: z.string().max(500).optional(),
    nearHeading: z.string().max(500).optional(),
    state: z.enum(ELEMENT_STATES).optional(),
    near: z.union([z.int().min(1), z.string().min(1).max(1_000)]).optional(),
    maxResults: z.int().min(1).max(500).optional(),
  }),
  table: z.strictObject({
    table: z
      .union([
        z
          .int()
          .min(
            1,
            "a number is that of an element; table() is the only one, table(locator('table').nth(1)) the second",
          ),
        z.string().min(1, 'an empty name: table() is the largest one').max(1_000),
        locator,
      ])
      .optional(),
    all: z.boolean().optional(),
  }),
  changes: z.strictObject({ maxTokens }),
  evaluate: z.strictObject({
    locator: locator.optional(),
    /** All that match, as one array. */
    all: z.boolean().optional(),
    /** A function or an expression, as text. */
    source: z.string().min(1).max(100_000),
    arg: z.unknown().optional(),
    timeout,
  }),
  handleDialogs: z.strictObject({}),
  answerDialog: z.strictObject({
    id: z.string(),
    accept: z.boolean(),
    text: z.string().max(10_000).optional(),
  }),
} as const;

export type ScriptWord = keyof typeof wordSchemas;

/** The parameters of a word, as its schema gives them. */
export type WordParams<Word extends ScriptWord> = z.output<(typeof wordSchemas)[Word]>;
