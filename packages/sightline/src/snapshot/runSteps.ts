/** Work in steps, each a part of the time it takes: who has others waiting may turn to them in between. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does all of it at once. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
