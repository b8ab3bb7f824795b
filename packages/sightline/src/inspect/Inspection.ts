import type { AssignedNumber } from '../session/refs/RefRegistry.ts';
import type { Snapshot } from '../snapshot/Snapshot.ts';
import type { Sketch } from './sketch/Sketch.ts';

/** The data of an inspection, as written into the file: one page, two to compare, or a run. */
export interface Inspection {
  /** Time of writing, ISO 8601. */
  writtenAt: string;
  pages: InspectedPage[];
  run?: InspectedRun;
  /** Served by a session; the page is updated. */
  live?: true;
  /** All that can be used has the number that the session knows it by. */
  isNumbered?: true;
}

/** A captured page. Its screenshot is a separate asset: `picture-0`. */
export interface InspectedPage {
  /** The URL or file as the user gave it, or `session`. */
  source: string;
  snapshot: Snapshot;
  /** Numbers assigned by the session. */
  numbers: AssignedNumber[];
  /** Size of the screenshot, device pixels. */
  picture?: { width: number; height: number };
}

/** A run of the agent, from its trace. */
export interface InspectedRun {
  source: string;
  task: string;
  model: string;
  steps: InspectedStep[];
  end: { success: boolean; reason: string; text: string } | undefined;
}

export interface InspectedStep {
  n: number;
  url: string;
  goal: string;
  thinking: string;
  nextGoal: string;
  /** What the model was shown. */
  state: string;
  outcomes: InspectedOutcome[];
  tokens: { input: number; output: number };
  ms: number;
  /** The page with the elements acted on; if the run saved snapshots. */
  sketch?: Sketch;
  /**
   * Index N of the asset `picture-N`, the screenshot that the model was shown; it shows the same part as the
   * sketch.
   */
  picture?: number;
}

export interface InspectedOutcome {
  tool: string;
  /** JSON, secrets redacted. */
  input: string;
  text: string;
  /** Number of the element that was acted on. */
  target: number | undefined;
  error: string | undefined;
  ms: number;
}

/** Names of the other assets, each decoded on demand. */
export type AssetName = 'inspection' | 'words' | 'icons' | 'o200k' | `picture-${number}`;
