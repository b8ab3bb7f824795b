import { randomInt } from 'node:crypto';
import { mapTexts } from '../snapshot/mapTexts.ts';
import type { DocumentSnapshot, Snapshot } from '../snapshot/Snapshot.ts';
import { redactRows } from '../snapshot/secrets/redactRows.ts';
import { SecretRedactor } from '../snapshot/secrets/SecretRedactor.ts';
import type { SecretFingerprint, SeededFingerprints } from '../snapshot/secrets/secretFingerprints.ts';
import { REDACTED_PLACEHOLDER } from '../snapshot/urls/redactUrl.ts';
import { JoinedParts } from './JoinedParts.ts';

/** Shortest value that is looked for within words. */
const MIN_WITHIN = 4;
const MAX_HELD = 2_000;
/** Texts of pages with a beginning or an end of what was typed that are remembered. */
const MAX_WRITTEN = 2_000;
/** Actions that gave a secret of which the times are known. */
const MAX_ACTIONS = 500;
/** Milliseconds by which the clock of a browser may differ from ours. */
const CLOCK_MS = 50;

/** What an action gave to fields for secrets; it lasts until the next one begins. */
interface TypingAction {
  from: number;
  until: number;
  values: Set<string>;
  /** Made when it is asked for. */
  redactor?: SecretRedactor;
}

/**
 * What was given to fields for secrets, until the session ends: their pages may clear them, repeat them in other documents, or
 * lead to addresses that hold them. The values stay in this process; pages are given fingerprints, also those of other sites.
 */
export class TypedSecrets {
  readonly #values = new Set<string>();
  readonly #seed = randomInt(2 ** 31);
  readonly #listeners = new Set<(value: string) => void>();
  #redactor = new SecretRedactor(new Set());
  #hashed: SeededFingerprints = { seed: this.#seed, fingerprints: [] };
  #revision = 0;
  /** Of secrets that documents held, which may have gone: by kind, length and number. */
  readonly #held = new Map<string, SecretFingerprint>();
  /** Of both; made when it is asked for. */
  #knownRedactor: SecretRedactor | undefined;
  /** The last is that which goes on. */
  readonly #actions: TypingAction[] = [newAction()];
  readonly #parts = new JoinedParts();
  /** What pages wrote while something was typed, by that. */
  readonly #written = new Map<string, string>();

  /** Other whenever a value is new; 0 while there is none. */
  get version(): number {
    return this.#values.size;
  }

  /**
   * What pages are given: what was typed, and, once something was, what other documents held. A document that knew only what was typed
   * would leave the rest of a secret of which somebody typed a part.
   */
  get hashed(): SeededFingerprints {
    return this.#hashed;
  }

  /** Other whenever that is. */
  get revision(): number {
    return this.#revision;
  }

  /** Keeps a value, and what it may be the end of. Values too short to differ from other words are found nowhere. */
  add(value: string): void {
    if (value === '') return;
    this.notify(value);
    // An action says it several times.
    if (!this.#current.values.has(value)) {
      this.#parts.beginAnother();
      for (const joined of this.#parts.add(value)) this.#keep(joined);
    }
    this.#keep(value);
  }

  #keep(value: string): void {
    if (value.trim() === '') return;
    this.#current.values.add(value);
    this.#current.redactor = undefined;
    if (this.#values.has(value)) return;
    this.#values.add(value);
    this.#redactor = new SecretRedactor(this.#values);
    this.#hash();
  }

  #hash(): void {
    this.#knownRedactor = undefined;
    if (this.#values.size === 0) return;
    const fingerprints = [...this.#redactor.fingerprints(this.#seed), ...this.#held.values()];
    this.#hashed = { seed: this.#seed, fingerprints };
    this.#revision++;
  }

  get #current(): TypingAction {
    return this.#actions.at(-1) as TypingAction;
  }

  /** Whether it was given to a field for secrets, or as a secret. */
  has(value: string): boolean {
    return this.#values.has(value);
  }

  /** Whether the action that goes on, or was the last, gave something to a field for secrets. */
  get isTyping(): boolean {
    return this.#current.values.size > 0;
  }

  /** An action begins. */
  beginAction(): void {
    if (this.#current.values.size === 0) this.#actions.pop();
    else this.#current.until = Date.now();
    this.#actions.push(newAction());
    if (this.#actions.length > MAX_ACTIONS) this.#actions.shift();
  }

  /**
   * What a page wrote, once its own secrets are replaced, without beginnings and ends of what the action typed during which it did: the
   * page may repeat it with each key, and lead the keys elsewhere. Those of other secrets stay: who types guesses would learn one letter by letter. `at`: milliseconds
   * since 1970; default now.
   */
  redactBeginnings(text: string, at?: number): string {
    if (this.#values.size === 0) return text;
    const lasts = ({ from, until }: TypingAction, time: number): boolean =>
      from - CLOCK_MS <= time && time <= until + CLOCK_MS;
    const during = at === undefined ? [this.#current] : this.#actions.filter((one) => lasts(one, at));
    return during.reduce((redacted, action) => {
      action.redactor ??= new SecretRedactor(action.values);
      return action.redactor.redactBeginnings(redacted);
    }, text);
  }

  /** The same of a text as it is read of a page now; what was written so once stays replaced. */
  withoutWritten(text: string): string {
    const replaced = this.#written.get(text);
    if (replaced !== undefined || !this.isTyping) return replaced ?? text;
    const redacted = this.redactBeginnings(text);
    if (redacted !== text && this.#written.size < MAX_WRITTEN) this.#written.set(text, redacted);
    return redacted;
  }

  /** Whether any text was. */
  get hasWritten(): boolean {
    return this.#written.size > 0;
  }

  /** The same of every text in a value. */
  redactBeginningsIn<T>(value: T, at: number): T {
    return this.#values.size === 0 ? value : mapTexts(value, (text) => this.redactBeginnings(text, at));
  }

  /** Calls the listeners with a value as it was given; `add` and `addKey` do so themselves. */
  notify(value: string): void {
    if (value.trim() === '') return;
    for (const listener of this.#listeners) listener(value);
  }

  /** A character that was pressed in a field for secrets; undefined: any other key, or another field. */
  addKey(character: string | undefined): void {
    if (character === undefined) {
      this.#parts.beginAnother();
      return;
    }
    const joined = this.#parts.add(character);
    this.notify(joined.at(-1) ?? character);
    for (const value of joined) this.#keep(value);
  }

  /** A key was pressed that deletes. */
  takeBackKey(): void {
    this.#parts.takeBack();
  }

  /** Calls back once for each value that is given from now on. Returns what ends that. */
  listen(listener: (value: string) => void): () => void {
    const reported = new Set<string>();
    const once = (value: string): void => {
      if (reported.has(value)) return;
      reported.add(value);
      listener(value);
    };
    this.#listeners.add(once);
    return () => void this.#listeners.delete(once);
  }

  /** Finds those alone that a JSON text holds, and those since that `version`. */
  among(json: string, version: number): SecretRedactor {
    const held = [...this.#values].filter(
      (value, i) => i >= version || json.includes(JSON.stringify(value).slice(1, -1)),
    );
    return new SecretRedactor(new Set(held));
  }

  /** Keeps what secrets of a document are found by; of very many the last. */
  rememberHeld(fingerprints: readonly SecretFingerprint[]): void {
    const keyOf = ({ isCompact, length, hash }: SecretFingerprint): string =>
      `${isCompact} ${length} ${hash}`;
    if (fingerprints.every((one) => this.#held.has(keyOf(one)))) return;
    for (const one of fingerprints) this.#held.set(keyOf(one), one);
    for (const key of this.#held.keys()) {
      if (this.#held.size <= MAX_HELD) break;
      this.#held.delete(key);
    }
    this.#hash();
  }

  /**
   * Finds what was typed, what documents held that were read, and what these fingerprints are of, at once: one after another, a part of a
   * secret that somebody guessed and typed would be replaced first, and its rest not be known any more.
   */
  redactorWith(fingerprints: readonly SecretFingerprint[]): SecretRedactor {
    return new SecretRedactor(this.#values, {
      seed: this.#seed,
      fingerprints: [...this.#held.values(), ...fingerprints],
    });
  }

  redact(text: string): string {
    return this.#redactor.redact(text);
  }

  /**
   * Without what was typed and what documents held, of the former also what is within other words: for what a page wrote when it held more
   * than it does now, or wrote into a file. Asked last, once the page's own secrets are replaced.
   */
  redactKnown(text: string): string {
    this.#knownRedactor ??= this.redactorWith([]);
    const longest = [...this.#values]
      .filter(({ length }) => length >= MIN_WITHIN)
      .sort((a, b) => b.length - a.length);
    return longest.reduce(
      (redacted, value) => redacted.replaceAll(value, REDACTED_PLACEHOLDER),
      this.#knownRedactor.redact(text),
    );
  }

  /** A page without what was typed; the same object where it says nothing of that. */
  redactSnapshot(snapshot: Snapshot): Snapshot {
    if (this.#redactor.isEmpty) return snapshot;
    const documents = snapshot.documents.map((document) => this.#redactDocument(document));
    const [url, title] = [this.redact(snapshot.url), this.redact(snapshot.title)];
    const isSame = documents.every((document, i) => document === snapshot.documents[i]);
    return isSame && url === snapshot.url && title === snapshot.title
      ? snapshot
      : { ...snapshot, url, title, documents };
  }

  #redactDocument(document: DocumentSnapshot): DocumentSnapshot {
    const [strings, rows] = [[...document.strings], structuredClone(document.rows)];
    const [url, title] = [this.redact(document.url), this.redact(document.title)];
    let isSame =
      !redactRows(strings, rows, this.#redactor) && url === document.url && title === document.title;
    // Names are made of several texts, with no blank between.
    for (const index of new Set(rows.name)) {
      const name = strings[index] ?? '';
      const redacted = this.redactKnown(name);
      if (redacted === name) continue;
      isSame = false;
      const added = strings.push(redacted) - 1;
      rows.name = rows.name.map((one) => (one === index ? added : one));
    }
    return isSame ? document : { ...document, url, title, strings, rows };
  }

  /** A copy of a JSON value with every text redacted. */
  redactAll<T>(value: T): T {
    return this.#redactor.isEmpty ? value : mapTexts(value, (text) => this.redact(text));
  }
}

const newAction = (): TypingAction => ({
  from: Date.now(),
  until: Number.POSITIVE_INFINITY,
  values: new Set(),
});
