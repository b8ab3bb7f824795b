import { nearestWord } from '../snapshot/nearestWord.ts';
import { SightlineError } from '../snapshot/SightlineError.ts';
import type { Tool } from '../tools/defineTool.ts';
import { developerTools, tools } from '../tools/index.ts';
import { readMore } from './readMore.ts';

/** Which tools a server offers. */
export const PROFILES = ['core', 'full', 'read-only', 'slim', 'developer'] as const;
export type Profile = (typeof PROFILES)[number];

/** Tools that most tasks need. */
const CORE_TOOLS = [
  'open',
  'look',
  'query_elements',
  'get_region',
  'get_element_details',
  'read_table',
  'query_dom',
  'explain',
  'do',
  'run_script',
  'click',
  'fill',
  'select_option',
  'press',
  'scroll',
  'hover',
  'drag',
  'upload_file',
  'wait_for',
  'tabs',
  'back',
  'screenshot',
  'answer_dialogs',
];

/** Tools that nearly every task needs. */
const SLIM_TOOLS = [
  'open',
  'look',
  'query_elements',
  'get_region',
  'read_table',
  'click',
  'fill',
  'press',
  'answer_dialogs',
];

/** Tools that change which page is open, but nothing in a page. */
const NAVIGATION_TOOLS = ['open', 'back', 'forward', 'reload', 'tabs', 'close'];

/** The tools of a profile, in listed order. */
export function toolsOf(profile: Profile): Tool[] {
  const further = profile === 'developer' ? developerTools : [];
  return [...tools.filter((tool) => isOffered(tool, profile)), ...further, readMore];
}

function isOffered({ name, readOnly }: Tool, profile: Profile): boolean {
  if (profile === 'full') return true;
  if (profile === 'read-only') return readOnly || NAVIGATION_TOOLS.includes(name);
  return (profile === 'slim' ? SLIM_TOOLS : CORE_TOOLS).includes(name);
}

/** The tool of a profile that has this name, or is called so by others. */
export const findProfileTool = (name: string, profile: Profile): Tool | undefined =>
  toolsOf(profile).find((tool) => tool.name === name || tool.otherNames?.includes(name));

/** Whether the profile uses brief definitions. */
export const usesBriefs = (profile: Profile): boolean => profile !== 'full' && profile !== 'read-only';

/** @returns `invalid_argument` for a tool that the profile does not have, with those it has, and the profiles that have it */
export function unknownToolError(name: string, profile: Profile): SightlineError {
  const toolNames = toolsOf(profile).map((tool) => tool.name);
  const near = nearestWord(name, toolNames);
  const others = PROFILES.filter((other) => findProfileTool(name, other));
  const message =
    others.length === 0
      ? `There is no tool ${JSON.stringify(name.slice(0, 100))}.`
      : `The profile ${profile} does not have ${name}; \`sightline mcp --profile ${others[0]}\` does.`;
  return new SightlineError('invalid_argument', message, {
    hint: `${near === undefined ? '' : `Did you mean ${near}? `}There are: ${toolNames.join(', ')}.`,
  });
}
