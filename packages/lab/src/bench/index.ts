export { tableMarkdown } from './html.ts';
export { runBench, trialLine } from './runBench.ts';
export { openSuite } from './suites/openSuite.ts';
export { sizeTable, summaryTable } from './tables.ts';
export { variantsOf } from './Variant.ts';
export { readResults, writeReport } from './writeReport.ts';
