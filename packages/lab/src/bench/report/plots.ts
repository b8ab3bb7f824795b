import { BarChart, CustomChart } from 'echarts/charts';
import { GridComponent, LegendComponent } from 'echarts/components';
import { type EChartsCoreOption, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { Estimate } from './metrics.ts';

/** One bar, with its interval where there is one. */
export interface PlotBar {
  label: string;
  estimate: Estimate;
}

/** Bars that are parts of a whole, one whole a label. */
export interface PlotStack {
  labels: readonly string[];
  parts: readonly { name: string; values: readonly number[] }[];
}

/**
 * Colours that stand for themselves while a picture is drawn, and become custom properties of the page in the end: one
 * picture for light and dark.
 */
const COLOR_PLACEHOLDERS = {
  '#010101': 'var(--ink)',
  '#020202': 'var(--faint)',
  '#030303': 'var(--c1)',
  '#040404': 'var(--c2)',
  '#050505': 'var(--c3)',
  '#060606': 'var(--c4)',
  '#070707': 'var(--c5)',
  '#080808': 'var(--c6)',
  '#090909': 'var(--ground)',
} as const;

const [INK, FAINT] = ['#010101', '#020202'];
const SERIES = ['#030303', '#040404', '#050505', '#060606', '#070707', '#080808'];
const WIDTH = 640;
const ROW_HEIGHT = 34;

/** As SVG that needs no script. */
export function plotBars(bars: readonly PlotBar[], { unit, max }: { unit: string; max?: number }): string {
  use([BarChart, CustomChart, GridComponent, LegendComponent, SVGRenderer]);
  const labels = bars.map(({ label }) => label);
  return renderChart(labels.length, labels, {
    xAxis: valueAxis(unit, max),
    series: [
      {
        type: 'bar',
        data: bars.map(({ estimate }) => round(estimate.mean)),
        itemStyle: { color: SERIES[0] },
        barMaxWidth: 16,
      },
      {
        type: 'custom',
        renderItem: renderInterval,
        data: bars.map(({ estimate }, i) => [round(estimate.low), round(estimate.high), i]),
        encode: { x: [0, 1], y: 2 },
        z: 3,
      },
    ],
  });
}

export function plotStack({ labels, parts }: PlotStack, { unit }: { unit: string }): string {
  use([BarChart, CustomChart, GridComponent, LegendComponent, SVGRenderer]);
  return renderChart(labels.length, labels, {
    xAxis: valueAxis(unit),
    legend: { top: 0, textStyle: { color: INK, fontSize: 11 }, itemWidth: 12, itemGap: 26 },
    series: parts.map(({ name, values }, i) => ({
      type: 'bar',
      name,
      stack: 'all',
      data: values.map(round),
      itemStyle: { color: SERIES[i % SERIES.length] },
      barMaxWidth: 16,
    })),
  });
}

function renderChart(rows: number, labels: readonly string[], option: EChartsCoreOption): string {
  const chart = init(null, null, {
    renderer: 'svg',
    ssr: true,
    width: WIDTH,
    height: 80 + rows * ROW_HEIGHT,
  });
  try {
    chart.setOption({
      animation: false,
      textStyle: { fontFamily: 'system-ui, sans-serif', color: INK },
      grid: {
        left: 24,
        right: 24,
        top: 34,
        bottom: 34,
        outerBoundsMode: 'same',
        outerBoundsContain: 'axisLabel',
      },
      yAxis: {
        type: 'category',
        data: labels,
        inverse: true,
        axisLabel: { color: INK, width: 230, overflow: 'truncate' },
        axisLine: { lineStyle: { color: FAINT } },
        axisTick: { show: false },
      },
      ...option,
    });
    return withCssColors(chart.renderToSVGString());
  } finally {
    chart.dispose();
  }
}

const valueAxis = (unit: string, max?: number): EChartsCoreOption => ({
  type: 'value',
  name: unit,
  nameLocation: 'middle',
  nameGap: 24,
  nameTextStyle: { color: INK },
  min: 0,
  ...(max !== undefined && { max: max }),
  axisLabel: { color: INK, hideOverlap: true },
  splitLine: { lineStyle: { color: FAINT, opacity: 0.4 } },
});

interface RenderApi {
  value(dimension: number): number;
  coord(point: readonly [number, number]): [number, number];
}

/** The interval of a bar: a line with an end on either side. */
function renderInterval(_: unknown, api: RenderApi): unknown {
  const [low, high, row] = [api.value(0), api.value(1), api.value(2)];
  const [x1, y] = api.coord([low, row]);
  const [x2] = api.coord([high, row]);
  const line = (from: [number, number], to: [number, number]): unknown => ({
    type: 'line',
    shape: { x1: from[0], y1: from[1], x2: to[0], y2: to[1] },
    style: { stroke: INK, lineWidth: 1.5 },
  });
  const ends = [x1, x2].map((x) => line([x, y - 5], [x, y + 5]));
  return { type: 'group', children: [line([x1, y], [x2, y]), ...ends] };
}

const withCssColors = (svg: string): string =>
  Object.entries(COLOR_PLACEHOLDERS).reduce(
    (text, [sentinel, property]) => text.replaceAll(sentinel, property),
    svg.replaceAll(/rgba?\(1,1,1[^)]*\)/g, 'var(--ink)'),
  );

const round = (value: number): number => (Number.isFinite(value) ? Number(value.toPrecision(5)) : 0);
