import { resolve } from 'node:path';
import type { InspectResult, Session } from '../session/Session.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { ToolContext } from '../tools/defineTool.ts';
import { openPage } from '../tools/definitions/open.ts';
import { isSnapshotFile, readSnapshot } from '../tools/snapshotFile.ts';
import type { Inspection } from './Inspection.ts';
import { isTraceFile } from './isTraceFile.ts';
import { readTracedRun } from './readTracedRun.ts';

/** An inspection with its screenshots in order. */
export interface CollectedInspection {
  inspection: Inspection;
  /** PNG; undefined for a page without a screenshot. */
  pictures: (Buffer | undefined)[];
}

export interface CollectOptions {
  targets: string[];
  headed: boolean;
  timeoutMs: number;
}

/**
 * Loads the targets and takes screenshots. @throws SightlineError `invalid_argument`, `invalid_snapshot`; as a look
 * does
 */
export async function collectInspection(
  context: ToolContext,
  { targets, ...options }: CollectOptions,
): Promise<CollectedInspection> {
  const writtenAt = new Date().toISOString();
  const trace = targets.find(isTraceFile);
  if (trace !== undefined) {
    if (targets.length > 1) throw severalRunsError();
    const { run, pictures } = readTracedRun(resolve(context.cwd, trace), trace);
    return { inspection: { writtenAt, pages: [], run }, pictures };
  }
  if (targets.length === 0)
    return toInspection(writtenAt, [['session', await inspectSession(context.session(), context, options)]]);
  const pages: [string, InspectResult][] = [];
  for (const target of targets) pages.push([target, await inspectTarget(context, target, options)]);
  return toInspection(writtenAt, pages);
}

function severalRunsError(): SightlineError {
  return new SightlineError('invalid_argument', 'A trace is shown alone.', {
    hint: 'Name one trace, or two pages.',
  });
}

/** The captured pages as an inspection. */
export function toInspection(
  writtenAt: string,
  pages: [source: string, InspectResult][],
): CollectedInspection {
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
  options: Omit<CollectOptions, 'targets'>,
): Promise<InspectResult> {
  if (isSnapshotFile(target, context.cwd))
    return { snapshot: readSnapshot(target, context.cwd), numbers: [] };
  await openPage(context, target, options);
  return inspectSession(context.session(), context, options);
}

function inspectSession(
  session: Session,
  context: ToolContext,
  { timeoutMs }: { timeoutMs: number },
): Promise<InspectResult> {
  context.progress('photographing the page');
  return session.inspect({ fullPage: true, numberAll: true, timeoutMs });
}
