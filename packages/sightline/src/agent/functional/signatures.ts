import { noteOn, PLAIN } from '../stepSchema.ts';
import { END, type Vocabulary, type Word, type WordField } from './Vocabulary.ts';

/** The tools as lines of a prompt, for models that write special tokens: `<bu_note> text <bu_end>: Keep a fact.` */
export const tokenSignatures = ({ words }: Vocabulary): string => words.map(signature).join('\n');

function signature({ token, tool, fields }: Word): string {
  const offered = fields.filter(({ isOffered }) => isOffered);
  const notes = offered.flatMap(({ key, description }) => noteOn(key, { description }));
  const form = [token, ...offered.map(told), END].join(' ');
  if (PLAIN.has(tool.name)) return `- ${form}`;
  return `- ${form}: ${[tool.brief?.description ?? tool.description, notes.join('; ')].filter(Boolean).join(' ')}`;
}

const told = ({ key, isBare, choices }: WordField): string =>
  isBare ? key : `[${key}=${choices.join('|') || '...'}]`;
