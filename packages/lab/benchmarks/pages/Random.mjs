import { Random as Choices } from '../../suites/sites/kit/Random.mjs';

/** Random choices for pages: the same seed gives the same page on every machine. */
export class Random extends Choices {
  chance(probability) {
    return this.next() < probability;
  }

  /** `count` results of `make`, joined. */
  many(count, make) {
    return Array.from({ length: count }, (_, index) => make(index)).join('');
  }
}
