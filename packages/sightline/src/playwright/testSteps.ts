import type { TestInfo } from '@playwright/test';

/** A step of a test as Playwright keeps it, which is no public interface: each part may be missing. */
interface InternalStep {
  title?: string;
  subtitle?: string;
  category?: string;
  endWallTime?: number;
  params?: { locator?: unknown };
  steps?: InternalStep[];
  stack?: { file?: string; line?: number }[];
}

interface InternalTestInfo {
  _steps?: InternalStep[];
  _onDidFinishTestFunctionCallbacks?: Set<() => Promise<void>>;
}

/**
 * Calls back when the function of a test has ended, before its hooks change the page: Playwright itself takes its screenshots
 * then. False where this version has no such moment.
 */
export function afterTestFunction(testInfo: TestInfo, callback: () => Promise<void>): boolean {
  const callbacks = (testInfo as TestInfo & InternalTestInfo)._onDidFinishTestFunctionCallbacks;
  if (!(callbacks instanceof Set)) return false;
  callbacks.add(callback);
  return true;
}

/**
 * The step that was going on when the time of the test was over, as an error of it would say; undefined where there is none, or
 * this version does not report.
 */
export function pendingStepError(testInfo: TestInfo): { message: string; stack: string } | undefined {
  const { _steps: steps } = testInfo as TestInfo & InternalTestInfo;
  const step = findPending(Array.isArray(steps) ? steps : []);
  if (!step) return undefined;
  const { title = '', category } = step;
  const isExpect = category === 'expect';
  const call = isExpect
    ? (/"(?:not )?(?:soft )?(?:poll )?(\w+)/.exec(title)?.[1] ?? 'expect')
    : callName(title);
  const isNot = isExpect && /"(?:soft |poll )*not /.test(title);
  const head = isExpect
    ? `expect(locator).${isNot ? 'not.' : ''}${call}() failed`
    : `locator.${call}: Test timeout of ${testInfo.timeout}ms exceeded.`;
  const locator = locatorOf(step);
  const log = locator === undefined ? '' : `\n\nCall log:\n  - waiting for ${locator}\n`;
  const place = step.stack?.[0];
  return { message: `${head}${log}`, stack: place?.file ? `    at ${place.file}:${place.line ?? 0}:1` : '' };
}

/** The innermost step of the test itself that has not ended. */
function findPending(steps: readonly InternalStep[]): InternalStep | undefined {
  for (const step of [...steps].reverse()) {
    if (step.endWallTime !== undefined || step.title === 'After Hooks') continue;
    const inner = findPending(step.steps ?? []);
    if (inner) return inner;
    if (step.category === 'pw:api' || step.category === 'expect') return step;
  }
  return undefined;
}

function locatorOf({ params, subtitle, title = '' }: InternalStep): string | undefined {
  if (typeof params?.locator === 'string') return params.locator;
  return [subtitle ?? '', title]
    .map((text) => /(?:locator|getBy\w+|frameLocator)\(.*$/s.exec(text)?.[0])
    .find((text) => text !== undefined);
}

/** `Click`, `Fill "Ann"`, `locator.click(...)`. */
const callName = (title: string): string =>
  /^\w+\.(\w+)/.exec(title)?.[1] ?? (/^\w+/.exec(title)?.[0] ?? 'action').toLowerCase();
