import { parseSelector } from '../../search/targets/parseSelector.ts';

const TAGS: ReadonlySet<string> = new Set(
  'a abbr address article aside audio b blockquote body button canvas caption code col dd details dialog div dl dt em embed fieldset figcaption figure footer form frame h1 h2 h3 h4 h5 h6 header hr html i iframe img input label legend li link main map mark menu meta nav object ol optgroup option output p path picture pre progress q rect s search section select slot small span strong sub summary sup svg table tbody td textarea tfoot th thead time title tr u ul video'.split(
    ' ',
  ),
);

/** Whether what stands where Playwright takes a selector is one, rather than words of the page: `Save draft`. */
export function isSelector(text: string): boolean {
  if (parseSelector(text)) return true;
  const words = text.split(/[\s,>+~]+/).filter(Boolean);
  return words.every((word) => TAGS.has(word) || /[#.:[*]|^[a-z]+-[a-z-]+$/.test(word));
}
