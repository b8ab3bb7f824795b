import { addToGroup } from '../../snapshot/groupBy.ts';
import { redactParts, type SecretPart, type SecretRedactor } from '../../snapshot/secrets/SecretRedactor.ts';
import { textData } from '../dom/dom.ts';
import { shownTexts, spellings } from './shownText.ts';

/** What text nodes say without secrets, and without the parts of secrets that they spell together with others. */
export class SpelledSecrets {
  readonly #redactor: SecretRedactor;
  readonly #parts = new Map<Node, SecretPart[]>();

  constructor(roots: Iterable<Document | ShadowRoot>, redactor: SecretRedactor) {
    this.#redactor = redactor;
    if (redactor.isEmpty) return;
    for (const root of roots)
      for (const spelling of spellings(shownTexts(root, { ownOnly: true }), redactor))
        for (const [i, { of, span }] of spelling.entries())
          if (of.node) addToGroup(this.#parts, of.node, { span, isFirst: i === 0 });
  }

  /** A short secret is a whole word of its node, and may be none of a text in which others follow without a blank. */
  textOf(node: Node): string {
    const parts = this.#parts.get(node);
    return this.#redactor.redact(parts ? redactParts(textData(node), parts) : textData(node));
  }
}
