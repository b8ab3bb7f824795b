import { z } from 'zod';
import type { DialogPolicy } from '../../session/Session.ts';
import { defineTool } from '../defineTool.ts';

export const dialogAnswer = z.enum(['dismiss', 'accept']);

export const dialogs = defineTool({
  name: 'answer_dialogs',
  title: 'Say how dialogs are answered',
  description: 'Say how alert, confirm and prompt are answered from now on; until then they are dismissed.',
  brief: {
    description: 'Answer alert, confirm and prompt from now on; else they are dismissed.',
    fields: ['answer', 'text'],
  },
  input: z.object({
    answer: dialogAnswer.describe('The answer'),
    text: z.string().max(10_000).optional().describe('What prompts are given, with accept'),
  }),
  readOnly: false,
  effects: { idempotent: true, local: true },
  structuredFields: ['answer'],
  cli: { command: 'dialogs', positionals: ['answer'] },
  async handler(context, { answer, text }) {
    context.session().answerDialogs(toDialogPolicy(answer, text));
    const participle = answer === 'accept' ? 'accepted' : 'dismissed';
    return { text: `dialogs are ${participle} from now on`, data: { answer, text } };
  },
});

function toDialogPolicy(answer: 'dismiss' | 'accept', text: string | undefined): DialogPolicy {
  return answer === 'accept' && text !== undefined ? { prompt: text } : answer;
}
