import type { ElementState } from '../../search/elements/elementStates.ts';
import type { ElementQuery } from '../../search/elements/searchElements.ts';
import type { LoadedPage } from './LoadedPage.ts';
import { NodesByRef } from './list/textRows.tsx';

/** State of the query form. */
export interface QueryFormState {
  text: string;
  role: string;
  state: ElementState | '';
  withinLandmark: string;
  name: string;
  /** `type=submit, href=/cart*`; without a value for its presence. */
  attributes: string;
  nearHeading: string;
  /** `log in=40, account=10`. */
  keywords: string;
  /** A number. */
  near: string;
}

export const EMPTY_QUERY_FORM: QueryFormState = {
  text: '',
  role: '',
  state: '',
  withinLandmark: '',
  name: '',
  attributes: '',
  nearHeading: '',
  keywords: '',
  near: '',
};

/** The query of the form; undefined if it is empty. */
export function toQuery(loadedPage: LoadedPage, formState: QueryFormState): ElementQuery | undefined {
  const { text, role, state, withinLandmark, name, nearHeading } = formState;
  const attributes = parsePairs(formState.attributes);
  const weights = parsePairs(formState.keywords).map(([word, weight]) => [word, Number(weight) || 1]);
  const near = Number.parseInt(formState.near, 10);
  const node = near > 0 ? new NodesByRef(loadedPage).get(near) : undefined;
  const query: ElementQuery = {
    ...(text.trim() && { text }),
    ...(role.trim() && { role }),
    ...(state && { state }),
    ...(withinLandmark && { withinLandmark }),
    ...(name.trim() && { name }),
    ...(nearHeading.trim() && { nearHeading }),
    ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) }),
    ...(weights.length > 0 && { keywordWeights: Object.fromEntries(weights) }),
    ...(node && { near: node }),
  };
  return Object.keys(query).length > 0 ? query : undefined;
}

function parsePairs(text: string): [key: string, value: string][] {
  return text.split(',').flatMap((pair) => {
    const [key = '', ...value] = pair.split('=');
    return key.trim() ? [[key.trim(), value.join('=').trim()] as [string, string]] : [];
  });
}
