/**
 * A Markdown table whose columns line up in a terminal too; a column that holds figures only is flush right, except the
 * first.
 */
export function writeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const columns = head.map((name, column) => {
    const cells = rows.map((row) => row[column] ?? '');
    const isFigures = column > 0 && cells.every((cell) => /^(?:[\d.,]+(?: %)?|-)$/.test(cell));
    return { isFigures, width: Math.max(3, name.length, ...cells.map((cell) => cell.length)) };
  });
  const line = (cells: readonly string[]): string => {
    const padded = columns.map(({ isFigures, width }, column) => {
      const cell = cells[column] ?? '';
      return isFigures ? cell.padStart(width) : cell.padEnd(width);
    });
    return `| ${padded.join(' | ')} |`;
  };
  const rule = columns.map(({ isFigures, width }) =>
    isFigures ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
