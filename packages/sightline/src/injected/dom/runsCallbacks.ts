/**
 * Whether timers, observers and listeners run in this document. Where its scripts are off (a frame in a sandbox, JavaScript
 * turned off) Chromium runs no callback of any world, and writes an error to the console for each that was due: so none may
 * be left to it there.
 */
export function runsCallbacks(): boolean {
  return !matchMedia('(scripting: none)').matches;
}
