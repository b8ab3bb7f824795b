import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { CheckRow, CommandRow } from './TrialFolder.ts';

/** The log of a tool's trial. */
export interface TrialLog {
  name: string;
  /** Reading the manual. */
  manual: LoggedCommand[];
  tasks: LoggedTask[];
}

export interface LoggedTask {
  id: string;
  commands: LoggedCommand[];
  /** `-` where it was not judged. */
  pass: 'PASS' | 'FAIL' | '-';
  /** Milliseconds from the first line of the log to the last. */
  wallMs: number;
}

/** A shell line; tokens are those of o200k. */
export interface LoggedCommand extends CommandRow {
  read: number;
}

export const tokensOf = (text: string): number => countTokens(text, { allowedSpecial: 'all' });

/** Reads a folder of logs, tasks in the order in which they were begun. */
export function readLog(folder: string): TrialLog {
  if (!existsSync(folder)) throw new Error(`no logs in ${folder}`);
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl') && name !== '_help.jsonl');
  const tasks = names.map((name) => ({ name, rows: readRows(join(folder, name)) }));
  const begun = ({ rows: [first] }: { rows: Row[] }): string => first?.t ?? '';
  tasks.sort((a, b) => begun(a).localeCompare(begun(b)));
  return {
    name: basename(folder),
    manual: readRows(join(folder, '_help.jsonl')).filter(isCommand).map(withTokens),
    tasks: tasks.map(({ name, rows }) => readTask(basename(name, '.jsonl'), rows)),
  };
}

type Row = CommandRow | CheckRow;

const isCommand = (row: Row): row is CommandRow => 'argv' in row;

const withTokens = (row: CommandRow): LoggedCommand => ({ ...row, read: tokensOf(row.out) });

function readTask(id: string, rows: Row[]): LoggedTask {
  const check = rows.findLast((row): row is CheckRow => 'check' in row);
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    id,
    commands: rows.filter(isCommand).map(withTokens),
    pass: check?.check ?? '-',
    wallMs: first && last ? Date.parse(last.t) - Date.parse(first.t) : 0,
  };
}

function readRows(file: string): Row[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Row);
}
