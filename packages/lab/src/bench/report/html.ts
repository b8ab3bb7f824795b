/** A table beside a plot, or by itself. The first column names the row. */
import { escapeHtml } from '../../../../sightline/src/internal.ts';
export interface ReportTable {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

export function tableHtml({ head, rows }: ReportTable, caption: string): string {
  const headerCells = head.map((cell) => `<th scope="col">${escapeHtml(cell)}</th>`).join('');
  const body = rows.map(([name = '', ...cells]) => {
    const rest = cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('');
    return `<tr><th scope="row">${escapeHtml(name)}</th>${rest}</tr>`;
  });
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(caption)}"><table><caption>${escapeHtml(caption)}</caption><thead><tr>${headerCells}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
}

/** For a terminal: columns in line. */
export function tableText({ head, rows }: ReportTable): string {
  const all = [head, ...rows];
  const widths = head.map((_, i) => Math.max(...all.map((row) => row[i]?.length ?? 0)));
  const pad = (cell: string, i: number): string =>
    i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0);
  return all.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}

/** For documents. */
export function tableMarkdown({ head, rows }: ReportTable): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** A page that needs nothing but itself: no script, no network. */
export function pageHtml(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>
`;
}

const STYLE = `
:root { color-scheme: light dark; --ground: #fff; --ink: #1d2433; --faint: #9aa3b2; --line: #dfe3ea;
 --c1: #2f6fde; --c2: #d9822b; --c3: #2a9d6f; --c4: #a250c9; --c5: #c94f5c; --c6: #7a8699; }
@media (prefers-color-scheme: dark) { :root { --ground: #14181f; --ink: #e6e9ef; --faint: #6d7686; --line: #2c3340;
 --c1: #6aa1ff; --c2: #f0a55a; --c3: #5cc99a; --c4: #c98be6; --c5: #ea8390; --c6: #a5b0c2; } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1200px; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; } h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 520px), 1fr)); gap: 1rem 2rem; align-items: start; }
figure { margin: 0; } figure svg { width: 100%; height: auto; display: block; background: none; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--ink); opacity: .75; padding: .25rem 0; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th[scope=row], th:first-child { text-align: left; font-weight: 500; } thead th { font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0; } dt { opacity: .75; } dd { margin: 0; overflow-wrap: anywhere; }
.note { opacity: .8; max-width: 75ch; }
`;
