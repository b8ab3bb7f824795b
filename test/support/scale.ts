/** Whether tests run at full size (`npm run test:long`) instead of on the sample that `npm test` has time for. */
export const isLong = process.env.SIGHTLINE_SCALE === 'long';
