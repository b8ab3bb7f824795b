/** Whether what the user named is a run that `sightline agent --trace` has written. */
export function isTraceFile(target: string): boolean {
  return /\.jsonl$/i.test(target) && !/^[a-z][a-z\d+.-]+:/i.test(target);
}
