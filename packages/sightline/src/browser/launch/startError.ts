import { SightlineError } from '../../snapshot/SightlineError.ts';

/** What kept a browser from starting: `browser_not_found`, else `browser_closed` with the browser's last words. */
export function toStartError(
  error: unknown,
  { path, userDataDir }: { path: string; userDataDir?: string | undefined },
): SightlineError {
  const text = error instanceof Error ? error.message : String(error);
  if (
    userDataDir !== undefined &&
    /ProcessSingleton|profile (?:is|appears to be) (?:already )?in use|existing browser session/i.test(text)
  ) {
    return new SightlineError('browser_closed', `Another browser uses the profile ${userDataDir}.`, {
      hint: 'Close that browser first, or name another folder.',
      retryable: true,
    });
  }
  if (/executable doesn't exist|ENOENT/i.test(text)) {
    return new SightlineError('browser_not_found', `There is no browser at ${path}.`, {
      hint: 'Name the path of a Chrome, Chromium or Edge executable.',
    });
  }
  const lastOutput = lastStderrLines(text);
  return new SightlineError('browser_closed', `The browser ${path} did not start.`, {
    hint: `${lastOutput ? `Its last words: ${lastOutput}. ` : ''}Run \`sightline doctor\`, or set SIGHTLINE_BROWSER to another browser.`,
    cause: error,
  });
}

/** The end of the browser's stderr, which the engine puts into its message line by line. */
function lastStderrLines(text: string): string {
  const lines = [...text.matchAll(/\[pid=\d+\]\[err\] (.+)/g)].map(([, line = '']) => line.trim());
  const exit = /<process did exit: .+>|spawn .+/.exec(text)?.[0];
  return [...new Set([...lines.slice(-3), ...(exit ? [exit] : [])])].join(' | ').slice(0, 600);
}
