import { z } from 'zod';

/** Version of the form of examples. */
export const EXAMPLE_VERSION = 1;

const elementSchema = z
  .object({
    number: z.int().min(1).describe('As the call gives it'),
    document: z.string().describe('Key of its document in the snapshot'),
    id: z.int().describe('Its identity within that document'),
    role: z.string(),
    name: z.string(),
    tag: z.string().optional(),
    landmark: z.string().optional(),
    heading: z.string().optional(),
    item: z.string().optional(),
    nth: z.int().optional().describe('Its place among those of the same role and name, from 0'),
    locators: z
      .record(z.string(), z.string())
      .optional()
      .describe('Playwright selectors that found it alone'),
  })
  .describe('An element that a call means');

const callSchema = z.object({
  tool: z.string(),
  input: z.record(z.string(), z.unknown()).describe('Without what has its default'),
  kind: z.enum(['ask', 'act', 'own']),
  result: z.string().describe('What the tool answered in the run'),
  error: z.string().optional(),
  element: elementSchema.optional(),
  to: elementSchema.optional(),
});

const numbersSchema = z
  .record(z.string(), z.array(z.tuple([z.int(), z.int()])))
  .describe('[number, id] of the elements that have one, by document');

const meantSchema = z
  .array(z.object({ document: z.string(), id: z.int() }))
  .describe('What the next actions were done to: an answer should hold one of them');

/** One decision: what was known, why, what was called, and what came of it. */
export const exampleSchema = z.object({
  version: z.literal(EXAMPLE_VERSION),
  id: z.string(),
  source: z.object({
    trace: z.string(),
    step: z.int(),
    by: z.string().describe('The model, `oracle` (a policy), or `person`'),
    change: z.string().describe('How it was augmented; empty: it was not'),
  }),
  task: z.string(),
  mode: z.enum(['off', 'hybrid', 'query']),
  url: z.string(),
  snapshot: z.string().describe('File of the page, in the folder of the data set'),
  numbers: numbersSchema,
  state: z.string().describe('What the model was shown'),
  rationale: z.string(),
  calls: z.array(callSchema),
  meant: meantSchema,
  after: z
    .object({ snapshot: z.string(), numbers: numbersSchema, meant: meantSchema })
    .optional()
    .describe('The page as the actions left it, where more was asked behind them: of this one'),
  verified: z
    .object({
      execution: z
        .array(z.enum(['snapshot', 'trace']))
        .describe('For each call: run again, or as the run had it'),
      semantics: z.enum(['passed', 'unjudged']),
      verdict: z.object({ model: z.string(), prompt: z.string(), why: z.string() }).optional(),
    })
    .optional(),
});

export type TrainingExample = z.output<typeof exampleSchema>;
export type ExampleCall = z.output<typeof callSchema>;
export type ExampleElement = z.output<typeof elementSchema>;
