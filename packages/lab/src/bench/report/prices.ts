import { z } from 'zod';
import { readJson } from '../suites/readJson.ts';

/** What models cost, as whoever runs the bench has looked it up. */
const priceFileSchema = z.strictObject({
  /** When it was looked up. */
  date: z.iso.date(),
  currency: z.string().default('USD'),
  /** By name of the model, for a million tokens. */
  models: z.record(z.string(), z.strictObject({ input: z.number().min(0), output: z.number().min(0) })),
});

export type Prices = z.output<typeof priceFileSchema>;

/** @throws SightlineError `invalid_argument` */
export const readPrices = (path: string): Prices => readJson(path, priceFileSchema, 'table of prices').value;
