import type { PageNode } from '../model/Page.ts';
import type { QueryIndex } from '../query/QueryIndex.ts';
import { Whereabouts } from '../structure/Whereabouts.ts';

/** Turns texts into vectors: a model of the caller's, such as any OpenAI-compatible embeddings endpoint. */
export type Embed = (texts: string[]) => Promise<number[][]>;

/** Likeness of every candidate to a question, by the caller's model; each label is sent once a session. */
export class Embeddings {
  readonly #embed: Embed;
  readonly #known = new Map<string, number[]>();

  constructor(embed: Embed) {
    this.#embed = embed;
  }

  /** Cosines in the order of the candidates. Throws what the caller's function throws. */
  async likeness(index: QueryIndex, question: string): Promise<number[]> {
    const whereabouts = new Whereabouts(index.structure);
    const labels = index.candidates.map(({ node }) => labelOf(node, whereabouts));
    const missing = [...new Set([question, ...labels])].filter((text) => !this.#known.has(text));
    for (let at = 0; at < missing.length; at += BATCH) {
      const batch = missing.slice(at, at + BATCH);
      const vectors = await this.#embed(batch);
      for (const [i, text] of batch.entries()) this.#known.set(text, unit(vectors[i] ?? []));
    }
    const asked = this.#known.get(question) as number[];
    return labels.map((label) => dot(asked, this.#known.get(label) as number[]));
  }
}

/** Texts in one call of the caller's function. */
const BATCH = 256;

/** What an element is, as a short sentence. */
function labelOf(node: PageNode, whereabouts: Whereabouts): string {
  const { placeholder, title, class: classes } = node.attributes;
  const label = node.name || placeholder || title || classes || '';
  const heading = whereabouts.headingOf(node)?.text;
  return `${node.role || node.tag} ${label.slice(0, 200)}${heading ? `, under ${heading.slice(0, 80)}` : ''}`;
}

function unit(vector: number[]): number[] {
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

function dot(a: number[], b: number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}
