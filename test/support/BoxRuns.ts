import {
  type BoxCall,
  type BoxHost,
  type BoxOutcome,
  ScriptBox,
} from '../../packages/sightline/src/script/box/ScriptBox.ts';

/** One script in a box, with all that came out of it. */
export interface BoxResult extends BoxOutcome {
  printed: string[];
  calls: BoxCall[];
  /** Characters that were printed and not shown. */
  droppedLength: number;
}

/** Scripts in a box whose calls are answered by a test. */
export class BoxRuns {
  readonly box = new ScriptBox();

  /** `answer`: of each call; by default nothing. `timeoutMs`: when the script is stopped, by default after 100 s: then it hangs. */
  async run(
    source: string,
    {
      args = {},
      answer = async () => undefined,
      timeoutMs = 100_000,
    }: { args?: unknown; answer?: (call: BoxCall) => Promise<unknown>; timeoutMs?: number } = {},
  ): Promise<BoxResult> {
    const printed: string[] = [];
    let droppedLength = 0;
    const calls: BoxCall[] = [];
    const host: BoxHost = {
      call: (call) => {
        calls.push(call);
        return answer(call);
      },
      print: (text) => void printed.push(text),
      countDropped: (length) => {
        droppedLength += length;
      },
      state: () => ({ url: 'https://a.test/' }),
      describeError: (error) => ({ code: 'covered', message: (error as Error).message, hint: 'Look.' }),
    };
    const signal = AbortSignal.timeout(timeoutMs);
    const outcome = await this.box.run({ source, args, host, signal });
    return { ...outcome, printed, calls, droppedLength };
  }

  close(): Promise<void> {
    return this.box.close();
  }
}
