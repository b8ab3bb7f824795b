import { maskText } from '../../browser/network/maskSecrets.ts';
import type { LoggedRequest } from '../../browser/network/PageLog.ts';
import { truncate } from '../../snapshot/shorten.ts';
import type { SessionContext } from '../SessionContext.ts';
import { redactTexts } from './DeveloperContext.ts';

/** A request as it is listed, without secrets. */
export interface RequestSummary {
  at: number;
  number: number;
  method: string;
  url: string;
  type: string;
  status: number | undefined;
  /** As the server words it; '' where it does not. */
  statusText: string;
  error: string | undefined;
  /** From its start to its end; undefined while it is open. */
  milliseconds: number | undefined;
}

export async function summarizeRequests(
  requests: readonly LoggedRequest[],
  context: SessionContext,
): Promise<RequestSummary[]> {
  const { typedSecrets } = context.source;
  const summaries = await redactTexts(requests.map(summarize), context);
  return summaries.map((one) => typedSecrets.redactBeginningsIn(one, one.at));
}

function summarize({ number, request, startedAt, endedAt, response, error }: LoggedRequest): RequestSummary {
  return {
    at: startedAt,
    number,
    method: request.method(),
    url: maskText(truncate(request.url(), 2_000)),
    type: request.resourceType(),
    status: response?.status(),
    statusText: response?.statusText() ?? '',
    error,
    milliseconds: endedAt === undefined ? undefined : Math.max(0, endedAt - startedAt),
  };
}
