import type { ConnectOptions } from '../browser/connect/connectBrowser.ts';
import type { ExtensionOptions } from '../browser/connect/connectExtension.ts';
import type { LaunchOptions } from '../browser/launch/launchBrowser.ts';
import type { ViewOptions } from '../render/RenderContext.ts';
import type { RegionOptions } from '../render/renderRegion.ts';
import type { SummaryOptions } from '../render/renderSummary.ts';
import { VIEWS } from '../render/renderView.ts';
import type { TableOptions } from '../search/tables/renderTable.ts';
import { type FieldAliases, type FieldNames, readOptions } from '../snapshot/readOptions.ts';
import type { AbortOptions } from '../snapshot/untilAborted.ts';
import type { WaitOptions } from './actions/waitFor.ts';
import type { TextSearchOptions } from './captured/CapturedPage.ts';
import type { PoolOptions } from './pool/PoolOptions.ts';
import type { DomQueryOptions } from './queries/LiveDomQueries.ts';
import type { ScreenshotOptions } from './ScreenshotService.ts';
import type { SessionOptions } from './SessionOptions.ts';
import type { LookOptions, PictureOptions } from './SessionResult.ts';

/** The names of the options of each question, by which options with other names are refused. */

const VIEW_FIELDS: FieldNames<ViewOptions & AbortOptions> = {
  style: ['compact', 'markup'],
  maxTokens: 'number',
  viewportExpansion: 'number',
  interactiveOnly: true,
  full: true,
  signal: true,
};

const LOOK_FIELDS: FieldNames<LookOptions> = {
  ...VIEW_FIELDS,
  view: VIEWS,
  htmlMode: ['full', 'structure', 'minimal', 'interactive-only'],
  summary: true,
  locators: true,
  reader: true,
  timeoutMs: 'number',
  picture: true,
};

const PICTURE_FIELDS: FieldNames<PictureOptions> = { fullPage: true, numbers: true };

const SUMMARY_FIELDS: FieldNames<SummaryOptions> = { includeHeadings: true, includeLandmarks: true };

/** The options of a look, those of its parts included. @throws SightlineError `invalid_argument` */
export function readLookOptions(given: LookOptions): LookOptions {
  const options = readOptions('look', given, LOOK_FIELDS);
  const { summary, picture } = options;
  return {
    ...options,
    ...(summary && { summary: readOptions('look: summary', summary, SUMMARY_FIELDS) }),
    ...(typeof picture === 'object' && { picture: readOptions('look: picture', picture, PICTURE_FIELDS) }),
  };
}

export const REGION_FIELDS: FieldNames<ViewOptions & RegionOptions & AbortOptions> = {
  ...VIEW_FIELDS,
  heading: true,
  content: ['interactive', 'text', 'full'],
  from: 'number',
};

export const REGION_ALIASES: FieldAliases<RegionOptions> = {
  headingScope: 'heading',
  heading_scope: 'heading',
  contentType: 'content',
  content_type: 'content',
};

export const TEXT_FIELDS: FieldNames<TextSearchOptions & AbortOptions> = {
  pattern: true,
  maxResults: 'number',
  signal: true,
};

export const TABLE_FIELDS: FieldNames<TableOptions & AbortOptions> = {
  format: ['markdown', 'json', 'csv'],
  from: 'number',
  rows: 'number',
  all: true,
  signal: true,
};

export const WAIT_FIELDS: FieldNames<WaitOptions> = {
  text: true,
  gone: true,
  number: true,
  url: true,
  idle: true,
  timeoutMs: 'number',
  signal: true,
};

export const SCREENSHOT_FIELDS: FieldNames<ScreenshotOptions> = {
  path: true,
  fullPage: true,
  numbers: true,
  color: true,
  highlight: ['image', 'page'],
  timeoutMs: 'number',
  signal: true,
};

export const DOM_FIELDS: FieldNames<DomQueryOptions> = {
  tabId: 'number',
  pierceShadow: ['auto'],
  includeStyles: true,
  properties: true,
  includeChildren: true,
  maxDepth: 'number',
  timeoutMs: 'number',
  signal: true,
};

export const SESSION_FIELDS: FieldNames<SessionOptions> = {
  allow: true,
  block: true,
  calls: ['tools', 'few tools', 'commands'],
  embed: true,
  searchData: true,
  dialogs: ['dismiss', 'accept'],
  allowEvaluate: true,
  signal: true,
  log: true,
};

export const LAUNCH_FIELDS: FieldNames<LaunchOptions & SessionOptions> = {
  ...SESSION_FIELDS,
  headless: true,
  executablePath: true,
  args: true,
  userDataDir: true,
  storageState: true,
  downloads: true,
  viewport: true,
  device: true,
  proxy: true,
  locale: true,
  timezoneId: true,
  geolocation: true,
  userAgent: true,
  colorScheme: true,
  ignoreHTTPSErrors: true,
  httpCredentials: true,
  extraHTTPHeaders: true,
  headersByOrigin: true,
};

export const LAUNCH_ALIASES: FieldAliases<LaunchOptions> = {
  profile: 'userDataDir',
  timezone: 'timezoneId',
  timeZone: 'timezoneId',
  headers: 'extraHTTPHeaders',
  ignoreHttpsErrors: 'ignoreHTTPSErrors',
  state: 'storageState',
};

const { userDataDir: _profile, signal: _signal, ...SHARED_LAUNCH_FIELDS } = LAUNCH_FIELDS;

export const POOL_FIELDS: FieldNames<PoolOptions> = {
  ...SHARED_LAUNCH_FIELDS,
  sessions: 'number',
  sessionsPerBrowser: 'number',
  maxWaiting: 'number',
  waitMs: 'number',
  retries: 'number',
  grid: true,
};

export const CONNECT_FIELDS: FieldNames<ConnectOptions & SessionOptions> = {
  ...SESSION_FIELDS,
  cdpUrl: true,
  grid: true,
  headers: true,
  timeoutMs: 'number',
  extraHTTPHeaders: true,
  headersByOrigin: true,
};

export const EXTENSION_FIELDS: FieldNames<ExtensionOptions & SessionOptions> = {
  ...SESSION_FIELDS,
  name: true,
  timeoutMs: 'number',
  pairing: true,
  progress: true,
};
