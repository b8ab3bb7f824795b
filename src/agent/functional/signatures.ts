import { noteOn } from '../stepSchema.ts';
import { END, type Vocabulary, type Word, type WordField } from './Vocabulary.ts';

/** The tools as lines of a prompt, for models that write special tokens: `<bu_click> index <bu_end>: Click.` */
export const tokenSignatures = ({ words }: Vocabulary): string => words.map(signature).join('\n');

function signature({ token, tool, fields }: Word): string {
  const offered = fields.filter(({ isOffered }) => isOffered);
  const notes = offered.flatMap(({ key, description }) => noteOn(key, { description }));
  const said = tool.brief?.description ?? tool.description;
  return `- ${[token, ...offered.map(told), END].join(' ')}: ${said}${notes.length > 0 ? ` ${notes.join('; ')}.` : ''}`;
}

const told = ({ key, isBare, choices }: WordField): string =>
  isBare ? key : `[${key}=${choices.join('|') || '...'}]`;
