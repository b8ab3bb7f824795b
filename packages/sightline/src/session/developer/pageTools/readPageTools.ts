import type { OfferedTool } from '../../../browser/pageTools/PageTools.ts';
import { withTimeout } from '../../../browser/withTimeout.ts';
import { shownName } from '../../../render/escape.ts';
import { nearestWord } from '../../../snapshot/nearestWord.ts';
import { SightlineError } from '../../../snapshot/SightlineError.ts';
import { collapseSpaces, truncate } from '../../../snapshot/shorten.ts';
import type { SessionContext } from '../../SessionContext.ts';

/** A tool of the page, without secrets. */
export interface NamedTool {
  /** By which it is called: the name that the page gave it, for a second one of that name `name#2`. */
  name: string;
  description: string;
  /** As JSON; '' where the page gave none, or one that is too long to be of use. */
  schema: string;
  offered: OfferedTool;
}

const MAX_NAME = 100;
const MAX_DESCRIPTION = 2_000;
const MAX_SCHEMA = 20_000;
const TIMEOUT_MS = 3_000;

/** The tools that the page registers for agents now; none of a saved page, and of a browser without WebMCP. */
export async function readPageTools(context: SessionContext): Promise<NamedTool[]> {
  if (context.source.saved) return [];
  const connection = await context.connection();
  const offered = await withTimeout(
    connection.pageTools().catch(() => []),
    TIMEOUT_MS,
    [],
  );
  if (offered.length === 0) return [];
  const texts = offered.flatMap(({ name, description, inputSchema }) => [
    truncate(collapseSpaces(name), MAX_NAME),
    truncate(description, MAX_DESCRIPTION),
    schemaText(inputSchema),
  ]);
  const redacted = await connection.redactSecrets(texts);
  const counts = new Map<string, number>();
  return offered.map((tool, i) => {
    const [name = '', description = '', schema = ''] = redacted.slice(3 * i, 3 * i + 3);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { name: count > 1 ? `${name}#${count}` : name, description, schema, offered: tool };
  });
}

/** A page may nest it as deep as it likes. */
function schemaText(schema: unknown): string {
  try {
    const text = JSON.stringify(schema) ?? '';
    return text.length <= MAX_SCHEMA ? text : '';
  } catch {
    return '';
  }
}

/** Throws `not_found` with the names that there are. */
export async function findPageTool(name: string, context: SessionContext): Promise<NamedTool> {
  const tools = await readPageTools(context);
  const found = tools.find((tool) => tool.name === name);
  if (found) return found;
  const names = tools.map((tool) => tool.name);
  const near = nearestWord(name, names);
  const listed =
    names.length > 0 ? `It has: ${truncate(names.map(shownName).join(', '), 400)}.` : 'It registers none.';
  throw new SightlineError('not_found', `The page has no tool ${JSON.stringify(truncate(name, MAX_NAME))}.`, {
    hint: `${near === undefined ? '' : `Did you mean ${shownName(near)}? `}${listed}`,
  });
}
