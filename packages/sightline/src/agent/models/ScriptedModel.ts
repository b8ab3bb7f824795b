import { estimateTokens } from '../../view/tokens.ts';
import type { Call, Form, Message, Model, Question, Reply } from '../Model.ts';

/** A step as a model writes it, or raw text. */
export type ScriptedAnswer =
  | string
  | { thinking?: string; next_goal?: string; action: Record<string, unknown>[] };

/** What it answers: one after the other, or by what it is asked. */
export type Script =
  | readonly ScriptedAnswer[]
  | ((question: Question, turn: number) => ScriptedAnswer | Promise<ScriptedAnswer>);

/** A model without a model: for tests, and for policies whose figures anyone can repeat. */
export class ScriptedModel implements Model {
  readonly name: string;
  readonly form: Form;
  /** What it was asked, the oldest first. */
  readonly heard: Question[] = [];
  readonly #script: Script;

  constructor(script: Script, { form = 'step', name = 'scripted' }: { form?: Form; name?: string } = {}) {
    this.#script = script;
    this.form = form;
    this.name = name;
  }

  async decide(question: Question): Promise<Reply> {
    const turn = this.heard.length;
    // The messages of a step grow: as they are now.
    this.heard.push({ ...question, messages: [...question.messages] });
    const answer =
      typeof this.#script === 'function' ? await this.#script(question, turn) : this.#script[turn];
    const said = answer ?? { action: [{ fail: { reason: 'the script has ended' } }] };
    const text = typeof said === 'string' ? said : JSON.stringify(said);
    const usage = { input: inputTokens(question, this.form), output: estimateTokens(text) };
    if (this.form === 'step' || typeof said === 'string') return { text, calls: [], usage };
    return {
      text: said.thinking ?? '',
      calls: said.action.map((action, i) => callOf(action, `${turn}-${i}`)),
      usage,
    };
  }
}

function callOf(action: Record<string, unknown>, id: string): Call {
  const [[tool, input] = ['', {}]] = Object.entries(action);
  return { id, tool, input };
}

/** What a question costs, an upper estimate; pictures apart. */
export function inputTokens({ system, messages, tools }: Question, form: Form): number {
  const told = [system, ...messages.map(wordsOf), form === 'native' ? JSON.stringify(tools) : ''];
  return told.reduce((sum, text) => sum + estimateTokens(text), 0);
}

function wordsOf(message: Message): string {
  if (message.role === 'results') return message.results.map(({ text }) => text).join('\n');
  return message.role === 'user' ? message.text : `${message.text} ${JSON.stringify(message.calls)}`;
}
