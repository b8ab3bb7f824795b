/**
 * A Markdown table whose columns line up in a terminal too; all but the first column are flush right when
 * they hold figures. @param {string[]} head @param {string[][]} rows
 */
export function writeTable(head, rows) {
  const widths = head.map((name, column) =>
    Math.max(3, name.length, ...rows.map((row) => row[column].length)),
  );
  const isFigure = head.map(
    (_, column) => column > 0 && rows.every((row) => /^(?:[\d.,]+(?: %)?|-)$/.test(row[column])),
  );
  const line = (cells) => {
    const padded = cells.map((cell, column) =>
      isFigure[column] ? cell.padStart(widths[column]) : cell.padEnd(widths[column]),
    );
    return `| ${padded.join(' | ')} |`;
  };
  const rule = widths.map((width, column) =>
    isFigure[column] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
