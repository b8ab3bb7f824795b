import { fieldNotes, SELF_EXPLANATORY_TOOLS } from '../prompts/stepSchema.ts';
import { END_TOKEN, type TokenField, type TokenTool, type Vocabulary } from './Vocabulary.ts';

/** The tools as lines of a prompt, for models that write special tokens: `<bu_note> text <bu_end>: Keep a fact.` */
export const tokenSignatures = ({ tokenTools }: Vocabulary): string =>
  tokenTools.map(renderSignature).join('\n');

function renderSignature({ token, tool, fields }: TokenTool): string {
  const offered = fields.filter(({ isOffered }) => isOffered);
  const notes = offered.flatMap(({ key, description }) => fieldNotes(key, { description }));
  const call = [token, ...offered.map(renderField), END_TOKEN].join(' ');
  if (SELF_EXPLANATORY_TOOLS.has(tool.name)) return `- ${call}`;
  return `- ${call}: ${[tool.brief?.description ?? tool.description, notes.join('; ')].filter(Boolean).join(' ')}`;
}

const renderField = ({ key, isPositional, choices }: TokenField): string =>
  isPositional ? key : `[${key}=${choices.join('|') || '...'}]`;
