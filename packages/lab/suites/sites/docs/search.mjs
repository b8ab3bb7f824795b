/** Articles that hold every word, those with the words in their title first, each with the sentence they stand in. */
export function search(articles, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return articles
    .map((article) => ({ article, ...rate(article, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

function rate(article, words) {
  const title = article.title.toLowerCase();
  const sentences = textOf(article).split(/(?<=[.!?])\s+/);
  const inText = (word) => sentences.findIndex((sentence) => sentence.toLowerCase().includes(word));
  if (!words.every((word) => title.includes(word) || inText(word) >= 0)) return { score: 0 };
  const score = words.reduce((sum, word) => sum + (title.includes(word) ? 5 : 1), 0);
  return { score, excerpt: sentences[Math.max(0, inText(words[0]))] };
}

function textOf({ parts }) {
  return parts
    .flatMap(({ heading, text, code, rows, tabs, folded }) => [
      heading && `${heading}.`,
      text,
      code && `${code}.`,
      rows?.map((row) => `${row.join(' ')}.`).join(' '),
      ...Object.values(tabs ?? {}),
      ...Object.values(folded ?? {}),
    ])
    .filter(Boolean)
    .join(' ');
}
