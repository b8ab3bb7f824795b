/**
 * A table that words of a page are looked up in. It inherits nothing: `constructor` and `__proto__`, which
 * a page may use as a role, a type or a tag, are in it only if they are entries.
 */
export function dictionary<T>(entries: Record<string, T>): Readonly<Record<string, T | undefined>> {
  return Object.assign(Object.create(null), entries);
}
