import { estimateTokens } from '../../../render/estimateTokens.ts';
import { LabelMatcher } from '../../../search/extract/LabelMatcher.ts';
import type { SessionContext } from '../../SessionContext.ts';
import type { SessionResult } from '../../SessionResult.ts';
import { type NamedTool, readPageTools } from './readPageTools.ts';
import { pageToolLine, pageToolsLine } from './renderPageTools.ts';

/** Least likeness of a question and the name of a tool, or what the page says of it. */
const MIN_ALIKE = 0.5;
const MAX_FOUND = 3;

/** The answer with a line of what the page registers for agents, where that fits into the tokens. */
export async function withPageTools<Answer extends SessionResult>(
  answer: Answer,
  context: SessionContext,
  maxTokens = Number.POSITIVE_INFINITY,
): Promise<Answer> {
  const tools = await readPageTools(context);
  const lines = tools.length > 0 ? [pageToolsLine(tools)] : [];
  return withLines(answer, tools, lines, maxTokens);
}

/** The answer with the tools of the page that a question means. */
export async function withToolsFor<Answer extends SessionResult>(
  question: string | undefined,
  answer: Answer,
  context: SessionContext,
): Promise<Answer> {
  if (question === undefined || question.trim() === '') return answer;
  const tools = await readPageTools(context);
  const found = findPageTools(question, tools);
  return withLines(answer, found, found.map(pageToolLine), Number.POSITIVE_INFINITY);
}

/** Best first. */
export function findPageTools(question: string, tools: readonly NamedTool[]): NamedTool[] {
  const matcher = new LabelMatcher();
  const scored = tools.map((tool) => {
    const byName = matcher.score(tool.name, '', question);
    return { tool, score: Math.max(byName, matcher.score(question, '', tool.description)) };
  });
  const found = scored.filter(({ score }) => score >= MIN_ALIKE).sort((a, b) => b.score - a.score);
  return found.slice(0, MAX_FOUND).map(({ tool }) => tool);
}

function withLines<Answer extends SessionResult>(
  answer: Answer,
  tools: readonly NamedTool[],
  lines: readonly string[],
  maxTokens: number,
): Answer {
  const text = [answer.text, ...lines].join('\n');
  if (tools.length === 0 || estimateTokens(text) > maxTokens) return answer;
  return { ...answer, text, data: { ...answer.data, pageTools: tools.map(({ name }) => name) } };
}
