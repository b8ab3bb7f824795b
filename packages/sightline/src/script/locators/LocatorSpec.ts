import { z } from 'zod';

/** A text of an element: all of it or a part, or a regular expression (RE2 syntax, flags of JavaScript). */
export type TextPattern = string | { regex: string; flags: string };

/** `getByRole(role, { name, ... })`. */
export interface RoleStep {
  by: 'role';
  role: string;
  name?: TextPattern | undefined;
  /** The name is compared whole and with its letter case. Default false. */
  exact?: boolean | undefined;
  checked?: boolean | undefined;
  disabled?: boolean | undefined;
  expanded?: boolean | undefined;
  pressed?: boolean | undefined;
  selected?: boolean | undefined;
  level?: number | undefined;
  /** Also what is not seen. Default false. */
  includeHidden?: boolean | undefined;
}

/** `getByText(text)` and its likes. A test id is compared whole, with its letter case. */
export interface TextStep {
  by: 'text' | 'label' | 'placeholder' | 'title' | 'altText' | 'testId';
  text: TextPattern;
  /** The text is compared whole and with its letter case. Default false. */
  exact?: boolean | undefined;
}

/** `filter({ hasText, has, visible, ... })`. */
export interface FilterStep {
  by: 'filter';
  hasText?: TextPattern | undefined;
  hasNotText?: TextPattern | undefined;
  has?: LocatorSpec | undefined;
  hasNot?: LocatorSpec | undefined;
  /** `false`: only what is not seen. */
  visible?: boolean | undefined;
}

/** `or(locator)`: what either finds; `and(locator)`: what both find. */
export interface JoinStep {
  by: 'or' | 'and';
  locator: LocatorSpec;
}

/** One step of a locator: what it finds within what the steps before it found. */
export type LocatorStep =
  | RoleStep
  | TextStep
  /** CSS, or any selector of Playwright: `text=`, `role=`, `xpath=`, `>>`, `:has-text()`. */
  | { by: 'css'; selector: string }
  /** The number of an element. */
  | { by: 'ref'; ref: number }
  /** Words, as the commands take them for an element. */
  | { by: 'words'; words: string }
  /**
   * The documents of the frames that the selector finds, or of those at an address, compared as `waitForURL` does; without
   * both, those of the frames found so far.
   */
  | { by: 'frame'; selector?: string | undefined; url?: TextPattern | undefined }
  | FilterStep
  /** The one at that position, from 0; -1: the last. */
  | { by: 'nth'; index: number }
  | JoinStep;

/** A locator as data: steps, each within the elements of the one before it. */
export type LocatorSpec = LocatorStep[];

/** Those of elements that it names, also within the locators in it. */
export const numbersIn = (locator: LocatorSpec): number[] =>
  locator.flatMap((step) => {
    if (step.by === 'ref') return [step.ref];
    if (step.by === 'filter') return [step.has, step.hasNot].flatMap((inner) => numbersIn(inner ?? []));
    return step.by === 'or' || step.by === 'and' ? numbersIn(step.locator) : [];
  });

/** Limits of one locator. */
const LIMITS = {
  steps: 32,
  /** Locators in locators (`has`, `or`). */
  depth: 5,
  /** UTF-16 units. */
  text: 2_000,
  name: 100,
} as const;

const text = z.string().max(LIMITS.text);
const textPattern = z.union([
  text,
  z.strictObject({ regex: text, flags: z.string().regex(/^(?!.*(.).*\1)[dgimsuvy]*$/, 'no flags') }),
]);
const flag = z.boolean().optional();

const roleStep = z.strictObject({
  by: z.literal('role'),
  role: z.string().min(1).max(LIMITS.name),
  name: textPattern.optional(),
  exact: flag,
  checked: flag,
  disabled: flag,
  expanded: flag,
  pressed: flag,
  selected: flag,
  level: z.int().min(1).max(1_000).optional(),
  includeHidden: flag,
});

const textStep = z.strictObject({
  by: z.enum(['text', 'label', 'placeholder', 'title', 'altText', 'testId']),
  text: textPattern,
  exact: flag,
});

const selector = text.min(1);

/** Steps without a locator in them. */
const plainSteps = [
  roleStep,
  textStep,
  z.strictObject({ by: z.literal('css'), selector }),
  z.strictObject({ by: z.literal('ref'), ref: z.int().min(1) }),
  z.strictObject({ by: z.literal('words'), words: text.min(1) }),
  z.strictObject({ by: z.literal('frame'), selector: selector.optional(), url: textPattern.optional() }),
  z.strictObject({ by: z.literal('nth'), index: z.int() }),
] as const;

/** Locators nest to a fixed depth, so that no input makes the check itself run out of stack. */
function specOfDepth(depth: number): z.ZodType<LocatorSpec> {
  const inner = depth > 0 ? specOfDepth(depth - 1) : z.never(`locators nest ${LIMITS.depth} deep at most`);
  const filterStep = z.strictObject({
    by: z.literal('filter'),
    hasText: textPattern.optional(),
    hasNotText: textPattern.optional(),
    has: inner.optional(),
    hasNot: inner.optional(),
    visible: flag,
  });
  const joinStep = z.strictObject({ by: z.enum(['or', 'and']), locator: inner });
  const step = z.discriminatedUnion('by', [...plainSteps, filterStep, joinStep]);
  return z.array(step).min(1).max(LIMITS.steps);
}

/** Checks a locator that comes from outside. Strict: unknown keys are errors. */
export const locatorSpec: z.ZodType<LocatorSpec> = specOfDepth(LIMITS.depth);
