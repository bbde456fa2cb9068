/**
 * True in `npm run test:all`, where every case runs. `it.runIf(isFullSet)` declares a test that runs only there: `npm test`
 * has a cheaper example of the same code, and the test is never the only proof of a requirement.
 */
export const isFullSet = process.env['FACET_TEST_SET'] === 'all'

/**
 * Returns the cases of a large matrix that `npm test` runs: every `step`-th one, starting with the first. `npm run
 * test:all` runs all of them. Use it only where neighboring cases test the same code, and never where a case is the
 * only proof of a requirement. `first` selects another sample of the same size.
 */
export function sampleCases<const T>(cases: readonly T[], step: number, first = 0): readonly T[] {
  return isFullSet ? cases : cases.filter((_, index) => index % step === first % step)
}

/** The fraction of the runs of a random test that `npm test` executes. */
const SAMPLED_RUNS = 0.25

/** Returns the number of runs of a random test: a quarter of `runs` in `npm test`, all in `npm run test:all`. */
export function sampleRuns(runs: number): number {
  return isFullSet ? runs : Math.ceil(runs * SAMPLED_RUNS)
}
