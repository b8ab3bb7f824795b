/** `sightline/playwright`: fixtures and matchers for `@playwright/test`, and the reason why a test has failed. */

export { type ExplainFailureOptions, explainFailure, type FailureExplanation } from './explainFailure.ts';
export type { FailureReporter, FailureReportOptions } from './FailureReporter.ts';
export { type SightlineFixtures, type SightlineWorkerFixtures, sightline } from './fixtures.ts';
export { type MatcherOptions, matchers, type OfferedElement, type PageOrSight } from './matchers.ts';
export { type Sight, sightOf } from './Sight.ts';
