import type { QueryIndex } from '../../search/elements/QueryIndex.ts';
import type { ElementQuery } from '../../search/elements/searchElements.ts';
import type { PageNode } from '../../snapshot/Page.ts';
import type { LandmarkIndex } from '../../structure/LandmarkIndex.ts';

/** Turns texts into vectors: a model of the caller's, such as any OpenAI-compatible embeddings endpoint. */
export type Embed = (texts: string[]) => Promise<number[][]>;

/** How alike the candidates of a page are to a question, by the caller's model. Each label is sent once a session. */
export class Embeddings {
  readonly #embed: Embed;
  readonly #vectors = new Map<string, number[]>();

  constructor(embed: Embed) {
    this.#embed = embed;
  }

  /**
   * Cosines in the order of the candidates; undefined for a question without words. Throws what the caller's function
   * throws.
   */
  async similarities(index: QueryIndex, query: QueryWords): Promise<number[] | undefined> {
    const words = [query.text, query.name, ...Object.keys(query.keywordWeights ?? {})];
    const question = words.filter(Boolean).join(', ');
    if (question === '') return undefined;
    const { landmarkIndex } = index.pageState;
    const labels = index.candidates.map(({ node }) => labelOf(node, landmarkIndex));
    const missing = [...new Set([question, ...labels])].filter((text) => !this.#vectors.has(text));
    for (let start = 0; start < missing.length; start += BATCH_SIZE) {
      const batch = missing.slice(start, start + BATCH_SIZE);
      const vectors = await this.#embed(batch);
      for (const [i, text] of batch.entries()) this.#vectors.set(text, normalize(vectors[i] ?? []));
    }
    const questionVector = this.#vectors.get(question) as number[];
    return labels.map((label) => dot(questionVector, this.#vectors.get(label) as number[]));
  }
}

type QueryWords = Pick<ElementQuery, 'text' | 'name' | 'keywordWeights'>;

/** Texts in one call of the caller's function. */
const BATCH_SIZE = 256;

/** `button Save, under Profile`. */
function labelOf(node: PageNode, landmarkIndex: LandmarkIndex): string {
  const { placeholder, title, class: classes } = node.attributes;
  const label = node.name || placeholder || title || classes || '';
  const heading = landmarkIndex.headingOf(node)?.text;
  return `${node.role || node.tag} ${label.slice(0, 200)}${heading ? `, under ${heading.slice(0, 80)}` : ''}`;
}

function normalize(vector: number[]): number[] {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

function dot(a: number[], b: number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}
