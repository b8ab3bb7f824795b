/** Values by what stays the same of an element from capture to capture: the key of its document, and its id there. */
export class IdentityMap<Value> {
  readonly #byDocument = new Map<string, Map<number, Value>>();

  set(documentKey: string, id: number, value: Value): void {
    const values = this.#byDocument.get(documentKey);
    if (values) values.set(id, value);
    else this.#byDocument.set(documentKey, new Map([[id, value]]));
  }

  get(documentKey: string, id: number): Value | undefined {
    return this.#byDocument.get(documentKey)?.get(id);
  }
}
