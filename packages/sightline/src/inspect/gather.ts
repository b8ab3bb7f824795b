import { resolve } from 'node:path';
import { SightlineError } from '../model/SightlineError.ts';
import type { Inspected, Session } from '../session/Session.ts';
import type { ToolContext } from '../tools/defineTool.ts';
import { openPage } from '../tools/open.ts';
import { isSnapshotFile, readSnapshot } from '../tools/snapshotFile.ts';
import type { Inspection } from './Inspection.ts';
import { isTrace } from './isTrace.ts';
import { readRun } from './readRun.ts';

/** An inspection, and its pictures in the order of their numbers. */
export interface Gathered {
  inspection: Inspection;
  /** PNG; undefined for a page that was not photographed. */
  pictures: (Buffer | undefined)[];
}

export interface GatherOptions {
  targets: string[];
  headed: boolean;
  timeoutMs: number;
}

/** Opens, loads and photographs what is to be shown. Throws `invalid_argument`, `invalid_snapshot`, and what a look throws. */
export async function gather(
  context: ToolContext,
  { targets, ...options }: GatherOptions,
): Promise<Gathered> {
  const writtenAt = new Date().toISOString();
  const trace = targets.find(isTrace);
  if (trace !== undefined) {
    if (targets.length > 1) throw twoRuns();
    const { run, pictures } = readRun(resolve(context.cwd, trace), trace);
    return { inspection: { writtenAt, pages: [], run }, pictures };
  }
  if (targets.length === 0)
    return joined(writtenAt, [['session', await photograph(context.session(), context, options)]]);
  const pages: [string, Inspected][] = [];
  for (const target of targets) pages.push([target, await inspectTarget(context, target, options)]);
  return joined(writtenAt, pages);
}

function twoRuns(): SightlineError {
  return new SightlineError('invalid_argument', 'A trace is shown alone.', {
    hint: 'Name one trace, or two pages.',
  });
}

/** What was captured, as an inspection. */
export function joined(writtenAt: string, pages: [source: string, Inspected][]): Gathered {
  return {
    inspection: {
      writtenAt,
      pages: pages.map(([source, { snapshot, numbers, picture }]) => ({
        source,
        snapshot,
        numbers,
        ...(picture && { picture: { width: picture.width, height: picture.height } }),
      })),
    },
    pictures: pages.map(([, { picture }]) => picture?.image),
  };
}

async function inspectTarget(
  context: ToolContext,
  target: string,
  options: Omit<GatherOptions, 'targets'>,
): Promise<Inspected> {
  if (isSnapshotFile(target, context.cwd))
    return { snapshot: readSnapshot(target, context.cwd), numbers: [] };
  await openPage(context, target, options);
  return photograph(context.session(), context, options);
}

function photograph(
  session: Session,
  context: ToolContext,
  { timeoutMs }: { timeoutMs: number },
): Promise<Inspected> {
  context.progress('photographing the page');
  return session.inspect({ fullPage: true, numberAll: true, timeoutMs });
}
