/** Whether a target is a trace file of `sightline agent --trace`. */
export function isTraceFile(target: string): boolean {
  return /\.jsonl$/i.test(target) && !/^[a-z][a-z\d+.-]+:/i.test(target);
}
