import { replaceSpans, type SecretRedactor, type TextSpan } from '../../snapshot/secrets/SecretRedactor.ts';
import { REDACTED_PLACEHOLDER } from '../../snapshot/urls/redactUrl.ts';
import { textData } from '../dom/dom.ts';
import { shownTexts, spellings } from './shownText.ts';

/** What text nodes say without the parts of secrets that they spell together with others. */
export class SpelledSecrets {
  /** The parts of a node, and whether the secret begins there. */
  readonly #parts = new Map<Node, { span: TextSpan; isFirst: boolean }[]>();

  constructor(roots: Iterable<Document | ShadowRoot>, redactor: SecretRedactor) {
    if (redactor.isEmpty) return;
    for (const root of roots)
      for (const spelling of spellings(shownTexts(root, { ownOnly: true }), redactor))
        for (const [i, { of, span }] of spelling.entries()) if (of.node) this.#add(of.node, span, i === 0);
  }

  textOf(node: Node): string {
    const text = textData(node);
    const parts = this.#parts.get(node);
    if (!parts) return text;
    const begins = new Set(parts.filter(({ isFirst }) => isFirst).map(({ span }) => span[0]));
    const spans = parts.map(({ span }) => span);
    return replaceSpans(text, spans, ([start]) => (begins.has(start) ? REDACTED_PLACEHOLDER : ''));
  }

  #add(node: Node, span: TextSpan, isFirst: boolean): void {
    const parts = this.#parts.get(node) ?? [];
    parts.push({ span, isFirst });
    this.#parts.set(node, parts);
  }
}
