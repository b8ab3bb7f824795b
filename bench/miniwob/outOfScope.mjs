/** Tasks that no text tells, and why. @type {Record<string, string>} */
export const outOfScope = {};
