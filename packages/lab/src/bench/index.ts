export { tableMarkdown } from './report/html.ts';
export { sizeTable, summaryTable } from './report/tables.ts';
export { readResults, writeReport } from './report/writeReport.ts';
export { runBench, trialLine } from './run/runBench.ts';
export { openSuite } from './suites/openSuite.ts';
export { variantsOf } from './Variant.ts';
