const DATE = /\b(\d{1,2})[/](\d{1,2})[/](\d{4})\b/g;
const TIME = /\b(\d{1,2}):(\d\d) ?([AaPp])\.?[Mm]\b\.?/g;

/** The task with dates and times as HTML's fields for them take them, where the page shows such a field: `2025-03-31`, `17:05`. */
export function withFieldFormats(task: string, page: string): string {
  const withDates = /<input[^>]* type="?date\b/.test(page) ? task.replace(DATE, toIsoDate) : task;
  return /<input[^>]* type="?time\b/.test(page) ? withDates.replace(TIME, toIsoTime) : withDates;
}

/** Month first, as English of America has it, unless that is no month. */
function toIsoDate(_: string, first: string, second: string, year: string): string {
  const [month, day] = Number(first) > 12 ? [second, first] : [first, second];
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const toIsoTime = (_: string, hour: string, minute: string, half: string): string =>
  `${String((Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)).padStart(2, '0')}:${minute}`;
