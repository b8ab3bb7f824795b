import { z } from 'zod';
import { VIEWS } from '../../render/renderView.ts';
import { writePrivateFile } from '../../session/files/writePrivateFile.ts';
import type { LookResult, Session, ViewOptions } from '../../session/Session.ts';
import { SightlineError } from '../../snapshot/SightlineError.ts';
import { defineTool, type ToolContext, type ToolResult } from '../defineTool.ts';
import { isPlaceName } from '../isPlaceName.ts';
import { sessionToRead } from '../readPage.ts';
import { withKeptScripts } from '../scripts/KeptScripts.ts';
import { isSnapshotFile, readSnapshot, saveSnapshot } from '../snapshotFile.ts';
import { headedField, openPage } from './open.ts';
import { screenshotPath } from './screenshot.ts';
import { timeoutField, timeoutFlag, viewFields, viewFlags } from './sharedFields.ts';

const cliOnlyFields = {
  target: z
    .string()
    .min(1)
    .optional()
    .describe('URL, HTML file or saved snapshot (.json); or a part of the open page: MAIN, "Shipping"'),
  htmlMode: z
    .enum(['full', 'structure', 'minimal', 'interactive-only'])
    .default('full')
    .describe('With --view html: what is kept'),
  locators: z
    .boolean()
    .default(false)
    .describe('With --view json: selectors that find each element on the live page'),
  ids: z
    .enum(['inject', 'remove'])
    .optional()
    .describe('Write data-element-id attributes into the live page, or take them out again'),
  timing: z.boolean().default(false).describe('Milliseconds that each stage took'),
  ...timeoutField,
  ...headedField,
};

export const look = defineTool({
  name: 'look',
  title: 'Look at the page',
  description:
    'Show the current page as text, with numbered elements. As index, tools take a number, or words: "Save". ' +
    'Of a large page, get_page_summary costs less.',
  input: z.object({
    view: z
      .enum(VIEWS)
      .default('outline')
      .describe('outline: by landmark and heading; flat: element list; summary, minimal: overviews'),
    ...viewFields,
    save: z.string().min(1).optional().describe('File for the snapshot, to look at later'),
    picture: z.string().min(1).optional().describe('File for a picture (.png)'),
    ...cliOnlyFields,
  }),
  readOnly: true,
  brief: {
    description: 'Show the page as text, with numbered elements. Actions take a number, or words: "Save".',
    fields: ['view', 'interactiveOnly', 'full', 'maxTokens'],
  },
  cli: {
    command: 'look',
    positionals: ['target'],
    flags: { ...viewFlags, ...timeoutFlag },
    valueNames: {
      target: 'URL|FILE|PART',
      save: 'FILE',
      picture: 'FILE',
      htmlMode: 'MODE',
      ids: 'HOW',
      timeoutMs: 'MS',
    },
    cliOnly: Object.keys(cliOnlyFields),
    runsIn: (input, { cwd, hasSessionFlag }) => {
      if (input.target === undefined || isPlaceName(String(input.target))) return 'session';
      if (isSnapshotFile(String(input.target), cwd)) return 'anywhere';
      return hasSessionFlag ? 'start' : 'here';
    },
    notes:
      'Without URL or FILE: the page that is open in the session.\n' +
      'With a URL: opens it in a browser of its own, which is closed again; with\n' +
      '--session NAME in that session, which is opened if needed and stays open.\n' +
      'With a saved snapshot: shows it, without a browser.\n' +
      'With a region or heading (MAIN, NAV:Primary, Shipping): that part of the open page.',
  },
  async handler(context, { target, save, picture, timing, headed, timeoutMs, ids, ...options }) {
    if (target !== undefined && isPlaceName(target)) return lookAtPlace(context, target, options);
    const { session, notes: openNotes } = await openTarget(context, target, { headed, timeoutMs });
    context.progress('reading the page');
    const notices = [...openNotes];
    if (ids === 'remove') notices.push(`ids: removed from ${countText(await session.removeIds())}`);
    if (ids === 'inject') notices.push(`ids: written into ${countText(await session.injectIds())}`);
    const path = picture === undefined ? undefined : screenshotPath(picture, context);
    const lookResult = await session.look({ ...options, timeoutMs, ...(path && { picture: true }) });
    if (path !== undefined) notices.push(savePicture(path, lookResult));
    if (save !== undefined) notices.push(saveSnapshot(save, context, lookResult.snapshot));
    if (timing) notices.push(renderTiming(lookResult));
    const shown = resultData(options.view, lookResult);
    const data = { ...shown, timing: lookResult.timing, ...(lookResult.picture && { picture: path }) };
    const result = { text: lookResult.text, data, notices };
    return options.view === 'json' ? result : withKeptScripts(result, context, String(lookResult.data.url));
  },
});

/** A region by its address or kind, what stands under a heading, or another part. */
async function lookAtPlace(
  context: ToolContext,
  place: string,
  { style, maxTokens, viewportExpansion, interactiveOnly, full }: ViewOptions & { interactiveOnly: boolean },
): Promise<ToolResult> {
  const session = sessionToRead(context);
  const content = interactiveOnly ? ('interactive' as const) : ('full' as const);
  const options = { style, maxTokens, viewportExpansion, full, content };
  try {
    return await session.region(place, options);
  } catch (error) {
    if (!(error instanceof SightlineError && error.code === 'not_found')) throw error;
    throw new SightlineError('not_found', `The page has no region or heading ${JSON.stringify(place)}.`, {
      hint: `${error.hint} For a web page write its address: http://${encodeURIComponent(place)}.`,
    });
  }
}

function savePicture(path: string, { picture }: LookResult): string {
  if (!picture) return 'no picture: a saved page has none';
  writePrivateFile(path, picture.image, { errorPrefix: 'The picture cannot be saved', createFolder: true });
  return `picture ${path} (${picture.width} x ${picture.height} pixels)`;
}

function countText(count: number): string {
  return `${count} element${count === 1 ? '' : 's'} of the live page`;
}

/** The same keys in every view: page, view, and `text`, or `data` in the json view. */
function resultData(view: string, { data }: LookResult): Record<string, unknown> {
  const { look, ...page } = data;
  return view === 'json' ? { url: data.url, title: data.title, view, look, data: page } : data;
}

/** The session in which the target is open, and notes about opening it. */
async function openTarget(
  context: ToolContext,
  target: string | undefined,
  options: { headed: boolean; timeoutMs: number },
): Promise<{ session: Session; notes: string[] }> {
  if (target === undefined) return { session: context.session(), notes: [] };
  if (isSnapshotFile(target, context.cwd)) {
    const snapshot = readSnapshot(target, context.cwd);
    // Loaded when it is needed: it imports the browser engine.
    const { Session } = await import('../../session/Session.ts');
    return { session: Session.load(snapshot, { calls: context.calls }), notes: [] };
  }
  const { notes } = await openPage(context, target, options);
  return { session: context.session(), notes };
}

/** The stages that took time, in order; those of the page script are parts of the capture. */
function renderTiming({
  timing: { total = 0, capture = 0, build, prune, structure, locate, view, ...parts },
}: LookResult): string {
  const captureStages = renderStages(parts);
  const stages = [
    ...renderStages({ capture }).map((stageText) =>
      captureStages.length > 0 ? `${stageText} (${captureStages.join(', ')})` : stageText,
    ),
    ...renderStages({ build, prune, structure, locate, view }),
  ];
  return `timing (ms): ${[...stages, `total ${total.toFixed(1)}`].join(', ')}`;
}

function renderStages(stages: Record<string, number | undefined>): string[] {
  return Object.entries(stages).flatMap(([stage, ms = 0]) =>
    ms >= 0.05 ? [`${stage} ${ms.toFixed(1)}`] : [],
  );
}
