/** Elements that show a document of their own, and nothing else. */
export const FRAME_TAGS: ReadonlySet<string> = new Set(['iframe', 'frame', 'fencedframe']);

/** All that may show one. */
export const FRAME_OWNER_TAGS: ReadonlySet<string> = new Set([...FRAME_TAGS, 'object', 'embed']);

/** Elements that hold a value which a person enters or chooses. */
export const FIELD_TAGS: ReadonlySet<string> = new Set(['input', 'textarea', 'select']);
