/** What stands between double quotes, in order. @param {string} goal @returns {string[]} */
export function quotedIn(goal) {
  return [...goal.matchAll(/"([^"]*)"/g)].map(([, words]) => words);
}

/** `3rd` is 3. @param {string} text @returns {number} */
export function ordinalIn(text) {
  return Number(/(\d+)(?:st|nd|rd|th)/.exec(text)[1]);
}

/** @param {string} list `a, b and c` */
export function itemsIn(list) {
  return list.split(/,\s*|\s+and\s+/).filter(Boolean);
}
