import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { excludedFiles } from './scripts/test/extended.mjs'
import { shuffle } from './scripts/test/shuffle.mjs'

const rooms = 'core,calls,controls,filters,charts,client,ui'
/** Tests of rooms that know neither a server nor a file. */
const pure = `{${rooms}}/**/*.test.{ts,tsx}`
/** Tests that call a server in their own process, and change nothing that other tests read. */
const server = ['server/**/*.test.ts', '{demo,bench,testing,scripts,stress}/**/*.test.{ts,tsx,mjs}']
/** Of these, those that replace a module. */
const isolated = ['server/data/faults.test.ts', 'server/resources/entities.test.ts']
/** Tests that press, type and choose in a document. */
const inDocument = `{${rooms}}/**/*.dom.test.tsx`
/** Tests that only `npm run test:all` runs. */
const excluded = ['**/node_modules/**', ...excludedFiles(/^(?!e2e\/)/)]

/**
 * Shuffles the files of each project by the seed. The projects run one after the other: a worker loads its modules again
 * for a file of another project.
 */
class ShuffledProjects extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const byName = files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
    return shuffle(byName, this.ctx.config.sequence.seed).toSorted((a, b) =>
      a.project.name < b.project.name ? -1 : Number(a.project.name > b.project.name),
    )
  }
}

export default defineConfig({
  test: {
    // A test that passes on retry is green and recorded: see scripts/check/results.mjs.
    retry: process.env['CI'] ? 1 : 0,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Tests wait for servers and engine processes for a third of their time.
    maxWorkers: availableParallelism() + 2,
    // A test that asserts nothing proves nothing. A machine under load needs more than the default second to poll.
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    ...(process.env['FACET_TEST_SEED'] && { sequence: { sequencer: ShuffledProjects } }),
    // A module that several projects load is compiled once.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: isolated,
          exclude: excluded,
          setupFiles: ['testing/long-waits.ts', 'testing/requests.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: server,
          exclude: [...excluded, ...isolated],
          isolate: false,
          setupFiles: ['testing/long-waits.ts', 'testing/requests.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'pure',
          include: [pure],
          exclude: [...excluded, inDocument],
          // What they share is never changed, so it is read once for all files.
          isolate: false,
          setupFiles: ['testing/long-waits.ts', 'testing/requests.ts', 'testing/fresh-calls.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: [inDocument],
          exclude: excluded,
          environment: 'happy-dom',
          // All files share the loaded Views; the setup files reset other state after each test.
          isolate: false,
          setupFiles: ['testing/long-waits.ts', 'testing/dom.ts'],
        },
      },
    ],
  },
})
