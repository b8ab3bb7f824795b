import { clickCases } from './clickCases.ts';
import { documentCases } from './documentCases.ts';
import { featurePages } from './featureCases.ts';
import { freshClicks, freshDocuments, freshReading, freshWords } from './freshCases.ts';
import { modernClicks, modernDocuments, modernReading, modernWords } from './modernCases.ts';
import { newerClicks, newerDocuments, newerReading, newerWords } from './newerCases.ts';
import { readingCases } from './readingCases.ts';
import { specDocuments, specWords } from './specCases.ts';
import { specClicks, specReading } from './specReading.ts';
import { wordCases } from './wordCases.ts';

/** `npm run oracle -- --judge platform PART`: the cases, or families of words, of which the name holds this. */
const ONLY = new RegExp(process.env.SIGHTLINE_ORACLE_ONLY ?? '');
const asked = <Case extends { name: string }>(...lists: Case[][]): Case[] =>
  lists.flat().filter(({ name }) => ONLY.test(name));

/** All cases that are asked for. */
export const FAMILIES = Object.entries({
  ...wordCases,
  ...featurePages,
  ...specWords,
  ...modernWords,
  ...newerWords,
  ...freshWords,
}).filter(([family]) => ONLY.test(family));
export const DOCUMENTS = asked(documentCases, specDocuments, modernDocuments, newerDocuments, freshDocuments);
export const READING = asked(readingCases, specReading, modernReading, newerReading, freshReading);
export const CLICKS = asked(clickCases, specClicks, modernClicks, newerClicks, freshClicks);
