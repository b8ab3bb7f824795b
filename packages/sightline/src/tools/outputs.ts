import { z } from 'zod';
import type { ToolOutput } from './defineTool.ts';

/** The data that the query tools answer, as schemas for programs. Texts in them are those of a page. */

/** In the answer to every question. */
const page = {
  url: z.string(),
  title: z.string(),
  look: z.int().nullable().describe('Number of the last look'),
  changed: z.boolean().describe('Whether the page has changed since'),
};

const place = {
  landmark: z.string().nullable().describe('Address of the region'),
  heading: z.string().nullable().describe('Nearest heading above'),
};

const attributes = z.record(z.string(), z.string());

const element = z.object({
  index: z.int().describe('Its number, for other calls'),
  tag: z.string(),
  role: z.string().nullable(),
  name: z.string().describe('Accessible name'),
  text: z.string(),
  ...place,
  item: z.string().optional().describe('The row, card or item that it is in'),
  attributes,
  hidden: z.boolean(),
  way: z.string().optional().describe('Why it is hidden, and what reveals it'),
  score: z.number().optional(),
});

const omitted = z.int().optional().describe('How many were left out, since the answer would be too long');

export const elementsOutput: ToolOutput = {
  schema: z.object({
    ...page,
    total: z.int(),
    elements: z.array(element).describe('Best first'),
    omitted,
    texts: z.array(element).optional().describe('Text that shows, where no control has the words'),
    closest: z.array(element).optional().describe('What came closest, where nothing was found'),
    left: z.record(z.string(), z.int()).optional().describe('How many elements each filter alone leaves'),
    missing: z
      .array(z.object({ kind: z.string(), asked: z.string(), nearest: z.string().nullable() }))
      .optional()
      .describe('Regions, headings and attributes that are not there'),
  }),
  list: ['elements'],
};

export const detailsOutput: ToolOutput = {
  schema: z.object({
    ...page,
    index: z.int(),
    tag: z.string(),
    role: z.string().nullable(),
    accessibleName: z.string(),
    text: z.string(),
    value: z.string().nullable(),
    options: z.array(z.record(z.string(), z.unknown())).optional(),
    attributes,
    states: z.array(z.string()),
    bbox: z.record(z.string(), z.number()).nullable().describe('In CSS pixels'),
    isVisible: z.boolean(),
    landmarks: z.array(z.string()).describe('From the outermost inwards'),
    headings: z.array(z.string()).describe('From the outermost inwards'),
    item: z.string().nullable(),
    parent: z.string().nullable(),
    holds: z.array(z.int()).describe('Numbers of the controls in it'),
    elementId: z.string().describe('Stable id'),
  }),
};

const domMatch = z.object({
  number: z.int().optional(),
  tag: z.string(),
  text: z.string(),
  textTruncated: z.boolean(),
  visible: z.boolean(),
  hidden: z.string().optional().describe('Why it does not show'),
  label: z.string().optional(),
  frame: z.string().optional(),
  attributes,
  bboxPixels: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  shadowRoot: z.string().optional(),
  styles: attributes.optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  children: z.array(z.record(z.string(), z.unknown())).optional().describe('The same of each child'),
});

export const domOutput: ToolOutput = {
  schema: z.object({
    summary: z.string(),
    data: z.object({
      url: z.string(),
      pageTitle: z.string(),
      selector: z.string(),
      totalMatchCount: z.int(),
      returnedMatchCount: z.int(),
      maxElementsReturned: z.int(),
      maxDepthQueried: z.int(),
      maxTextLength: z.int(),
      pierceShadow: z.boolean(),
      frames: z.object({ searched: z.int(), notSearched: z.int() }).optional(),
      matches: z.array(domMatch),
      omitted,
      hint: z.string().optional(),
    }),
  }),
  list: ['data', 'matches'],
  count: 'returnedMatchCount',
};

const heading = z.object({
  level: z.int(),
  text: z.string(),
  landmark: z.string().nullable(),
  elements: z.int().describe('Elements in its section that can be used'),
});

export const headingsOutput: ToolOutput = {
  schema: z.object({ ...page, headings: z.array(heading), omitted }),
  list: ['headings'],
};

const landmark = z.object({
  address: z.string().describe('For get_region'),
  role: z.string(),
  name: z.string(),
  depth: z.int(),
  elements: z.int().describe('Elements in it that can be used'),
});

export const summaryOutput: ToolOutput = {
  schema: z.object({
    url: z.string(),
    title: z.string(),
    look: z.int(),
    elements: z.int().describe('Elements of the page that can be used'),
    landmarks: z.array(landmark).optional(),
    headings: z.array(heading).optional(),
    omitted,
    text: z.string(),
  }),
  list: ['headings'],
};

export const regionOutput: ToolOutput = {
  schema: z.object({
    ...page,
    region: z.string(),
    text: z.string(),
    complete: z.boolean().describe('Nothing is cut or folded'),
  }),
};

export const textOutput: ToolOutput = {
  schema: z.object({
    ...page,
    total: z.int(),
    matches: z.array(
      z.object({
        match: z.string(),
        before: z.string(),
        after: z.string(),
        number: z.int().nullable().describe('Of the control it stands in'),
        element: z.int().nullable().describe('Number of the block it stands in'),
        ...place,
      }),
    ),
    omitted,
  }),
  list: ['matches'],
};

export const tableOutput: ToolOutput = {
  schema: z.object({
    ...page,
    kind: z.string(),
    name: z.string(),
    columns: z.array(z.string()),
    rows: z.array(z.record(z.string(), z.unknown())),
    omitted,
    from: z.int().describe('First row'),
    total: z.int(),
    unloaded: z.string().optional().describe('What the page has not loaded'),
    paged: z.string().optional().describe('Which page of it this is'),
    foot: z.string().optional().describe('What its foot says'),
    hidden: z.string().optional().describe('Its columns that do not show'),
  }),
  list: ['rows'],
};
