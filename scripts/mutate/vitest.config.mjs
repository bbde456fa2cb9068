import { fileURLToPath } from 'node:url'
import base from '../../vitest.config.ts'

const setup = fileURLToPath(new URL('setup.mjs', import.meta.url))
const { projects = [], ...shared } = base.test ?? {}

/** The normal tests, each file with isolated modules, with mutants enabled by the host. */
export default {
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    ...shared,
    // A test that times out because of a mutant has detected it.
    testTimeout: 25_000,
    hookTimeout: 60_000,
    projects: projects.map((project) =>
      typeof project === 'object' && 'test' in project
        ? {
            ...project,
            test: {
              ...project.test,
              isolate: true,
              setupFiles: [setup, ...[project.test?.setupFiles ?? []].flat()],
            },
          }
        : project,
    ),
  },
}
