import type { Question } from '../../query/queryElements.ts';
import type { State } from '../../query/states.ts';
import type { Look } from './Look.ts';
import { NumberedNodes } from './textItems.tsx';

/** The form of a question, as it is filled in. */
export interface Asked {
  text: string;
  role: string;
  state: State | '';
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

export const NOTHING: Asked = {
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

/** What is asked; undefined where nothing is. */
export function questionOf(look: Look, asked: Asked): Question | undefined {
  const { text, role, state, withinLandmark, name, nearHeading } = asked;
  const attributes = pairsOf(asked.attributes);
  const weights = pairsOf(asked.keywords).map(([word, weight]) => [word, Number(weight) || 1]);
  const near = Number.parseInt(asked.near, 10);
  const node = near > 0 ? new NumberedNodes(look).of(near) : undefined;
  const question: Question = {
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
  return Object.keys(question).length > 0 ? question : undefined;
}

function pairsOf(text: string): [key: string, value: string][] {
  return text.split(',').flatMap((pair) => {
    const [key = '', ...value] = pair.split('=');
    return key.trim() ? [[key.trim(), value.join('=').trim()] as [string, string]] : [];
  });
}
