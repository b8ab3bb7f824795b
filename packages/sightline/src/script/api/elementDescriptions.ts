/** What `describe()` and `query()` give of an element. */
export type ElementDescription = Record<'number' | 'tag' | 'role' | 'name' | 'text' | 'box', unknown> & {
  value?: unknown;
  attributes?: Record<string, unknown>;
};

export const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

export const isDescription = (value: unknown): value is ElementDescription =>
  isObject(value) && ['number', 'tag', 'role', 'name'].every((key) => key in (value as object));

/** Descriptions of which JSON holds what `withoutRepetition` leaves; all else can be read. */
export function withShortJson(values: unknown[]): unknown[] {
  for (const value of values)
    if (isDescription(value))
      Object.defineProperty(value, 'toJSON', {
        value: () => withoutRepetition(value),
        enumerable: false,
        configurable: true,
        writable: true,
      });
  return values;
}

/** Without its place, and without what says nothing beside its role, name and value. */
export function withoutRepetition(description: ElementDescription): object {
  const { number, tag, role, name, text, box: _, attributes = {}, ...others } = description;
  const unsaid = Object.entries(attributes).filter(
    ([key, value]) => !(key in others && others[key as never] === value),
  );
  return {
    number,
    ...(role === null ? { tag } : { role }),
    ...(name !== '' && { name }),
    ...(text !== undefined && text !== name && { text }),
    ...others,
    ...(unsaid.length > 0 && { attributes: Object.fromEntries(unsaid) }),
  };
}
