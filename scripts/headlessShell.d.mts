/** The path of Chromium's headless shell; undefined where there is none, or where `SIGHTLINE_BROWSER` names the browser to use. */
export function findHeadlessShell(env?: NodeJS.ProcessEnv): string | undefined;
