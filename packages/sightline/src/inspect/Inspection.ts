import type { AssignedNumber } from '../session/refs/RefRegistry.ts';
import type { Snapshot } from '../snapshot/Snapshot.ts';
import type { Sketch } from './sketch/Sketch.ts';

/** What an inspection shows: one page, two that are compared, or a run. As it is written into the file. */
export interface Inspection {
  /** When it was written, ISO 8601. */
  writtenAt: string;
  pages: InspectedPage[];
  run?: InspectedRun;
  /** Set where a session stands behind it and the page is renewed. */
  live?: true;
}

/** A captured page. Its picture is an asset of its own: `picture-0`. */
export interface InspectedPage {
  /** What the user named it: a URL, a file, or `session`. */
  source: string;
  snapshot: Snapshot;
  /** Numbers that a session has given. */
  numbers: AssignedNumber[];
  /** Size of its picture, device pixels. */
  picture?: { width: number; height: number };
}

/** A run of the agent, as its trace tells it. */
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
  /** What it acted on, in the page as it stood: with the snapshot of the step. */
  sketch?: Sketch;
  /** Of the picture that the model was shown: it is `picture-N`, and shows the part that is sketched. */
  picture?: number;
}

export interface InspectedOutcome {
  tool: string;
  /** As JSON, secrets masked. */
  input: string;
  text: string;
  /** Number of the element that was acted on. */
  target: number | undefined;
  error: string | undefined;
  ms: number;
}

/** Names of what stands beside the inspection, each decoded when it is needed. */
export type AssetName = 'inspection' | 'words' | 'icons' | 'o200k' | `picture-${number}`;
