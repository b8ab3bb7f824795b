import type { PageConnection } from '../PageConnection.ts';

/** How a page has loaded and reacts. Milliseconds since its navigation began; undefined for what has not happened. */
export interface PagePerformance {
  firstByte: number | undefined;
  domReady: number | undefined;
  loaded: number | undefined;
  firstPaint: number | undefined;
  /** Largest contentful paint: its time, tag and address. */
  largestPaint: { at: number; tag: string; url: string } | undefined;
  /** Cumulative layout shift. */
  layoutShift: number;
  /** Milliseconds of the slowest interaction: to the next paint. */
  interaction: number | undefined;
  /** Tasks of more than 50 ms; `blocking`: milliseconds beyond these. */
  longTasks: { count: number; longest: number; blocking: number };
  resources: { count: number; bytes: number };
  /** Bytes of the JavaScript heap. */
  heap: { used: number; total: number };
  dom: { nodes: number; listeners: number };
}

type Measured = Omit<PagePerformance, 'heap' | 'dom'>;

/** In the isolated world of the page, whose own scripts may have replaced these. Shifts count within windows, as web vitals do. */
const MEASURE = `(() => {
  const entriesOf = (type, options) => {
    const observer = new PerformanceObserver(() => {});
    try { observer.observe({ type, buffered: true, ...options }); } catch { return []; }
    const entries = observer.takeRecords();
    observer.disconnect();
    return entries;
  };
  const positive = (value) => (value > 0 ? value : undefined);
  const [navigation = {}] = performance.getEntriesByType('navigation');
  const paint = performance.getEntriesByName('first-contentful-paint')[0];
  const largest = entriesOf('largest-contentful-paint').at(-1);
  let layoutShift = 0, sum = 0, first = 0, last = 0;
  for (const { hadRecentInput, startTime, value } of entriesOf('layout-shift')) {
    if (hadRecentInput) continue;
    if (startTime - last > 1000 || startTime - first > 5000) { sum = 0; first = startTime; }
    last = startTime;
    sum += value;
    layoutShift = Math.max(layoutShift, sum);
  }
  const interactions = entriesOf('event', { durationThreshold: 16 }).filter((one) => one.interactionId > 0);
  const tasks = entriesOf('longtask').map((one) => one.duration);
  const resources = performance.getEntriesByType('resource');
  return {
    firstByte: positive(navigation.responseStart),
    domReady: positive(navigation.domContentLoadedEventEnd),
    loaded: positive(navigation.loadEventEnd),
    firstPaint: paint && paint.startTime,
    largestPaint: largest && {
      at: largest.renderTime || largest.loadTime || largest.startTime,
      tag: largest.element ? largest.element.localName : '',
      url: largest.url || '',
    },
    layoutShift,
    interaction: interactions.length > 0 ? Math.max(...interactions.map((one) => one.duration)) : undefined,
    longTasks: {
      count: tasks.length,
      longest: Math.max(0, ...tasks),
      blocking: tasks.reduce((total, one) => total + one - 50, 0),
    },
    resources: {
      count: resources.length,
      bytes: resources.reduce((total, one) => total + one.transferSize, navigation.transferSize || 0),
    },
  };
})()`;

/** Of the main document. Throws what a page throws that does not answer. */
export async function readPerformance(connection: PageConnection): Promise<PagePerformance> {
  const [main] = await connection.targets();
  if (!main) throw new Error('Target closed');
  const uniqueContextId = main.contextOf(main.rootFrameId)?.uniqueId;
  const { result } = await main.session.send('Runtime.evaluate', {
    expression: MEASURE,
    returnByValue: true,
    ...(uniqueContextId && { uniqueContextId }),
  });
  const { usedSize, totalSize } = await main.session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await main.session.send('Memory.getDOMCounters');
  return {
    ...(result.value as Measured),
    heap: { used: usedSize, total: totalSize },
    dom: { nodes, listeners: jsEventListeners },
  };
}
