/** A real application: how it comes here and is started, and what is done in it. */
export interface Application {
  name: string;
  /** What it is: `notebooks`, `a page builder`. */
  kind: string;
  /** Installed in a folder of its own; without any, it is among the benchmarks' own packages. */
  packages?: Packages;
  /** Writes what it begins with, and starts it. */
  start(place: Place): Promise<RunningApplication>;
  /** Played one after another, on what the ones before left. */
  tasks: readonly ApplicationTask[];
  /** Paths whose first look is held beside other tools, after the tasks. */
  looks: readonly string[];
}

export interface Packages {
  /** With versions: `tiddlywiki@5.3.6`. */
  npm?: readonly string[];
  /** With versions: `trac==1.6`. */
  pip?: readonly string[];
}

/** Where an application is installed and works. */
export interface Place {
  /** Of its packages; survives the run. */
  packages: string;
  /** For its data; empty at first. */
  data: string;
  /** A free port of 127.0.0.1. */
  port: number;
}

export interface RunningApplication {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  close(): Promise<void>;
}

export interface ApplicationTask {
  name: string;
  /**
   * Commands of the command line; `{button "Save"}` stands for a number of an answer (findNumber.ts), a path behind `open` for an
   * address of the application, `DATA/words.txt` for a file of its data. `answer PATTERN` takes the first group of a regular expression from the answer before it.
   */
  steps: readonly string[];
  /** What the application itself says afterwards. */
  check(site: Site): unknown;
  /** What it has to be: compared as JSON. */
  expected: State | ((site: Site) => unknown);
}

/** A part of what an application has. */
type State = string | number | boolean | null | readonly unknown[] | { readonly [name: string]: unknown };

/** An application as its judge sees it: not through Sightline. */
export interface Site {
  origin: string;
  /** As in `Place`. */
  data: string;
  /** As in `Place`. */
  packages: string;
  /** Of the step `answer`. */
  answer: string;
  /** What a path answers, as text. */
  read(path: string, init?: RequestInit): Promise<string>;
  /** What a path answers, as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: the answers of other makers' interfaces have no type here
  json(path: string, init?: RequestInit): Promise<any>;
  /** The value of an expression in the tab that is used. */
  evaluate(expression: string): Promise<unknown>;
}
