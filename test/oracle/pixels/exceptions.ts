import type { Finding } from './Comparison.ts';

/** Where Sightline and the pixels differ, and both are right, or Sightline falls short and we know. */
export interface Exception {
  kind: Finding['kind'];
  /** Part of the page's name. */
  page: string;
  /** Part of the element as it is shown. */
  element: string;
  why: string;
}

export const exceptions: readonly Exception[] = [
  {
    kind: 'ghost',
    page: 'painting',
    element: '#24',
    why: 'Words drawn at a hundredth of their size (`zoom: .01`) have a box of no area, as have boxes whose words overflow them: the capture does not distinguish them.',
  },
  {
    kind: 'miss',
    page: 'painting',
    element: '#26',
    why: 'Words of one pixel (`font-size:1px`): they change pixels, and nobody can read them.',
  },
  {
    kind: 'miss',
    page: 'stretched',
    element: '<rect id="r6"',
    why: 'Shapes within a drawing get no rows of their own unless an attribute makes them targets: a style is not asked for each.',
  },
  {
    kind: 'miss',
    page: 'drawing',
    element: '<g class="node"',
    why: 'As above: a group within a drawing that only a script listens on.',
  },
  {
    kind: 'ghost',
    page: '',
    element: '<canvas',
    why: 'A canvas on which nothing is drawn yet: its pixels are not read.',
  },
  {
    kind: 'miss',
    page: 'kits/shoelace',
    element: '/e',
    why: 'Covered by an open drop-down as the page was captured; that moves aside when the page is scrolled.',
  },
];

export function exceptionFor(finding: Finding): Exception | undefined {
  return exceptions.find(
    ({ kind, page, element }) =>
      kind === finding.kind && finding.page.includes(page) && finding.element.includes(element),
  );
}
