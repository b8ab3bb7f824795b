import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProgressLine } from '../../packages/sightline/src/cli/ProgressLine.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function terminal(isTTY: boolean, columns = 80) {
  const written: string[] = [];
  return { written, isTTY, columns, write: (text: string) => written.push(text) };
}

describe('ProgressLine', () => {
  it('shows nothing of what takes less than a second', () => {
    const screen = terminal(true);
    const line = new ProgressLine(() => screen);
    line.show('opening https://a.example/');
    vi.advanceTimersByTime(999);
    line.clear();
    vi.advanceTimersByTime(5_000);
    expect(screen.written).toEqual([]);
  });

  it('shows the latest stage after a second, then each, and leaves no trace', () => {
    const screen = terminal(true);
    const line = new ProgressLine(() => screen);
    line.show('starting the browser');
    vi.advanceTimersByTime(600);
    line.show('opening a.example');
    vi.advanceTimersByTime(400);
    line.show('reading the page');
    line.clear();
    expect(screen.written).toEqual([
      '\r\x1b[Kopening a.example...',
      '\r\x1b[Kreading the page...',
      '\r\x1b[K',
    ]);
  });

  it('never grows beyond the line', () => {
    const screen = terminal(true, 20);
    const line = new ProgressLine(() => screen);
    line.show('x'.repeat(100));
    vi.advanceTimersByTime(1_000);
    expect(screen.written).toEqual([`\r\x1b[K${'x'.repeat(16)}...`]);
  });

  it('writes nothing where standard error is not a terminal', () => {
    const screen = terminal(false);
    const line = new ProgressLine(() => screen);
    line.show('opening a.example');
    vi.advanceTimersByTime(5_000);
    line.clear();
    expect(screen.written).toEqual([]);
  });
});
