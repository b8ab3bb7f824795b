import type { BoxState } from '../box/boxMessages.ts';
import { ApiPage } from './ApiPage.ts';
import { CallPromise } from './CallPromise.ts';
import { CallError, describeError, EndOfScript, placeIn } from './errors.ts';
import { formatValues } from './formatValue.ts';
import type { Ask, BoxApi, HostFunctions } from './types.ts';

const { parse, stringify } = JSON;
const toText = String;

/** Makes the interface of scripts in the box. Run once, before any script; the result is what the worker calls. */
export function installApi(host: HostFunctions): BoxApi {
  let page: ApiPage | undefined;
  let file = '';
  const state: BoxState = { url: '' };
  const findPlace = () => placeIn(new Error().stack ?? '', file);
  const failed: { promise: CallPromise<unknown>; error: unknown }[] = [];
  const call = async <T>(word: string, params: Record<string, unknown>): Promise<T> => {
    const place = findPlace();
    let json: string;
    try {
      json = await host.call(word, stringify(params), place ? stringify(place) : '');
    } catch (error) {
      if (typeof error !== 'string') throw error;
      throw new CallError(parse(error), place);
    }
    return (json === '' ? undefined : parse(json)) as T;
  };
  const ask: Ask = <T>(
    word: string,
    params: Record<string, unknown> = {},
    read: (answer: never) => T = (answer) => answer,
  ): Promise<T> => {
    const answer = call<never>(word, params);
    const promise = new CallPromise<T>((resolve, reject) => {
      answer.then(
        (value) => resolve(read(value)),
        (error) => {
          failed.push({ promise, error });
          reject(error);
        },
      );
    });
    return promise;
  };
  const print = (...values: unknown[]): void => host.print(formatValues(values));
  const timers = createTimers(host);
  const begin = (args: string, start: string): string => {
    const { file: name, ...rest } = parse(start) as BoxState & { file: string };
    file = name;
    Object.assign(state, rest);
    failed.length = 0;
    page = new ApiPage(ask, state);
    const console = { log: print, info: print, warn: print, error: print, debug: print, table: print };
    const endScript = (value?: unknown): EndOfScript => {
      if (value !== undefined) print(value);
      return new EndOfScript();
    };
    const words = { page, args: parse(args), print, console, endScript, ...timers };
    for (const [name, value] of Object.entries(words))
      Object.defineProperty(globalThis, name, {
        value,
        writable: true,
        configurable: true,
        enumerable: false,
      });
    return 'begun';
  };
  return {
    begin,
    update: (json) => {
      Object.assign(state, parse(json));
    },
    dispatch: (name, json) => {
      if (name === 'dialog') void page?.dispatchDialog(json).catch((error) => print(toText(error)));
    },
    unhandled: () => {
      const first = failed.find(({ promise }) => !promise.isHandled);
      return first ? stringify(describeError(first.error, file)) : '';
    },
    describeError: (error) => stringify(describeError(error, file)),
  };
}

/** `setTimeout` and `clearTimeout` as in browsers. */
function createTimers(host: HostFunctions): Record<string, unknown> {
  let last = 0;
  const active = new Set<number>();
  const start = (run: (...values: unknown[]) => void, milliseconds = 0, ...values: unknown[]): number => {
    const timer = ++last;
    active.add(timer);
    void host.wait(Number(milliseconds)).then(() => {
      if (active.delete(timer)) run(...values);
    });
    return timer;
  };
  return { setTimeout: start, clearTimeout: (timer: number) => void active.delete(timer) };
}
