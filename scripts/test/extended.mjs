import { ENGINE_SUITES } from './engine-suites.mjs'

/**
 * Test files that only `npm run test:all` runs, with the reason. A file that holds the only proof of a requirement
 * stays in `npm test`, which names at its end each requirement that it does not prove.
 * @type {readonly { reason: string, files: readonly string[] }[]}
 */
export const EXTENDED_FILES = [
  {
    reason: 'Builds faulty copies of the product.',
    files: ['scripts/bundle-faults.test.mjs'],
  },
  {
    reason: 'Runs every command that the documentation names.',
    files: ['scripts/docs-commands.test.mjs'],
  },
  {
    reason: 'Installs packages, builds or starts whole copies of the product.',
    files: [
      'scripts/install.test.mjs',
      'scripts/start.test.mjs',
      'scripts/tools.test.mjs',
      'scripts/new.test.mjs',
      'server/commands/built.test.ts',
    ],
  },
  {
    reason: 'Puts faults into copies of the sources and runs tests over them.',
    files: ['scripts/mutate.test.mjs'],
  },
  {
    reason: 'Runs linters and import rules over made-up projects.',
    files: ['scripts/check.test.mjs'],
  },
  {
    reason: 'Starts an LDAP server; tests of settings, escaping and a server that is down stay in npm test.',
    files: ['server/identity/ldap-directory.test.ts'],
  },
  {
    reason: 'Tests the tools of the tests.',
    files: ['scripts/test-run.test.mjs', 'testing/postgres.test.ts'],
  },
  {
    reason: 'A short fuzz of a running server.',
    files: ['stress/fuzz/fuzz.test.ts'],
  },
  {
    reason: 'A short soak of running servers.',
    files: ['stress/soak/soak.test.ts', 'stress/soak/patch-rehearsal.test.ts'],
  },
  {
    reason: 'Repeats over the built product what tests of the sources prove; `product-smoke` stays in npm test.',
    files: ['testing/product.test.ts'],
  },
  {
    reason: 'Waits for limits of time and memory of heavy queries for a minute.',
    files: [
      'testing/heavy-queries.test.ts',
      'server/stuck-query-end.test.ts',
      'server/engines/duckdb/process-limits.test.ts',
      'server/data/long-values.test.ts',
      'server/data/faults.test.ts',
    ],
  },
  {
    reason: 'Many random cases of what tests with chosen cases prove.',
    files: [
      'server/engines/contract-property.test.ts',
      'server/transfer/fuzz.test.ts',
      'server/store/durability.test.ts',
      'server/resources/document-calls.test.ts',
      'server/resources/chart/robust.test.ts',
      'server/resources/legacy/robust.test.ts',
      'server/data/services-agree.test.ts',
    ],
  },
  {
    reason: 'Loads many small files; `upload`, `upload-account`, `upload-plan` and `upload-formats` stay in npm test.',
    files: ['server/resources/database/upload-numbers.test.ts', 'server/resources/database/upload-options.test.ts'],
  },
  {
    reason: 'Loads 250,000 rows six times to watch the progress; `engines/duckdb/load-progress` stays in npm test.',
    files: ['server/resources/database/upload-progress.test.ts'],
  },
  {
    reason: 'Loads every example table; browser tests in npm test draw dashboards of them.',
    files: ['demo/load-tables.test.ts'],
  },
  {
    reason: 'Draws every chart type; `exact-digits` and `cell-markup` stay in npm test.',
    files: ['charts/drawn-numbers.dom.test.tsx', 'charts/edge-case-texts.dom.test.tsx'],
  },
  {
    reason: 'Draws charts of thousands of marks, for half a minute each.',
    files: ['charts/batched-views.dom.test.tsx', 'charts/batched-bars.dom.test.tsx'],
  },
  {
    reason: 'A sweep for accessibility, effects, colours or pictures over many pages and chart types.',
    files: [
      'e2e/access.e2e.ts',
      'e2e/colors.e2e.ts',
      'e2e/display-modes.e2e.ts',
      'e2e/every-control.e2e.ts',
      'e2e/every-screen.e2e.ts',
      'e2e/gallery-pictures.e2e.ts',
      'e2e/focus-and-layout.e2e.ts',
      'e2e/popovers.e2e.ts',
      'e2e/keyboard.e2e.ts',
      'e2e/chart-legends.e2e.ts',
      'e2e/small-tiles.e2e.ts',
      'e2e/part-charts.e2e.ts',
      'e2e/time-and-map-charts.e2e.ts',
      'e2e/chart-tooltips.e2e.ts',
    ],
  },
  {
    reason: 'Repeats in a browser, for many chart types, what contract and DOM tests prove for each.',
    files: [
      'e2e/example-charts.e2e.ts',
      'e2e/five-charts.e2e.ts',
      'e2e/flow-charts.e2e.ts',
      'e2e/legacy-charts.e2e.ts',
      'e2e/new-charts.e2e.ts',
      'e2e/sampled.e2e.ts',
      'e2e/time-table.e2e.ts',
      'e2e/pivot.e2e.ts',
      'e2e/analytics.e2e.ts',
    ],
  },
  {
    reason: 'Needs a further browser.',
    files: ['e2e/firefox.e2e.ts'],
  },
  {
    reason: 'Starts further servers, or builds a copy of the product.',
    files: [
      'e2e/bundles.e2e.ts',
      'e2e/import-other-installation.e2e.ts',
      'e2e/generated-parts.e2e.ts',
      'e2e/plugin.e2e.ts',
      'e2e/postgres.e2e.ts',
    ],
  },
  {
    reason: 'A long journey whose steps HTTP and DOM tests prove one by one; `filters` stays in npm test.',
    files: [
      'e2e/filter-config.e2e.ts',
      'e2e/filter-counts.e2e.ts',
      'e2e/filter-defaults.e2e.ts',
      'e2e/filter-flags.e2e.ts',
      'e2e/filter-types.e2e.ts',
      'e2e/filter-links.e2e.ts',
      'e2e/filter-network.e2e.ts',
      'e2e/filter-options.e2e.ts',
      'e2e/filter-row.e2e.ts',
      'e2e/filter-sets.e2e.ts',
      'e2e/filter-steps.e2e.ts',
      'e2e/cross-filter-scope.e2e.ts',
      'e2e/brush.e2e.ts',
      'e2e/marks.e2e.ts',
    ],
  },
  {
    reason: 'A long journey whose steps HTTP and DOM tests prove one by one; `lists` and `rights` stay in npm test.',
    files: [
      'e2e/annotations.e2e.ts',
      'e2e/search.e2e.ts',
      'e2e/view-as.e2e.ts',
      'e2e/list-actions.e2e.ts',
      'e2e/folders.e2e.ts',
      'e2e/readers.e2e.ts',
      'e2e/grants.e2e.ts',
      'e2e/account.e2e.ts',
      'e2e/history.e2e.ts',
      'e2e/properties.e2e.ts',
      'e2e/dataset-changes.e2e.ts',
      'e2e/upload.e2e.ts',
    ],
  },
  {
    reason:
      'A long journey whose steps HTTP and DOM tests prove one by one; `edit` and `dashboard-saves` stay in npm test.',
    files: [
      'e2e/dashboard-styling.e2e.ts',
      'e2e/many-charts.e2e.ts',
      'e2e/opening.e2e.ts',
      'e2e/print-offline.e2e.ts',
      'e2e/print-and-present.e2e.ts',
      'e2e/tile-menu.e2e.ts',
      'e2e/network.e2e.ts',
    ],
  },
  {
    reason:
      'A long journey whose steps HTTP and DOM tests prove one by one; `panel` and `explore-session` stay in npm test.',
    files: [
      'e2e/csv.e2e.ts',
      'e2e/dataset-page.e2e.ts',
      'e2e/editor.e2e.ts',
      'e2e/embed.e2e.ts',
      'e2e/explore.e2e.ts',
      'e2e/panes.e2e.ts',
      'e2e/source.e2e.ts',
      'e2e/undo.e2e.ts',
      'e2e/hostile.e2e.ts',
    ],
  },
]

/**
 * Tag of browser tests that only `npm run test:all` runs: further examples of a test whose first example, in the same
 * file, stays in `npm test`, and journeys whose steps HTTP and DOM tests prove one by one. None of them is the only
 * proof of a requirement.
 */
export const EXTENDED_TAG = /@extended/

/**
 * Returns the files that a runner must exclude: those of the extended set except in `npm run test:all`, and those of
 * large servers except in `npm run test:engines`.
 * @param {RegExp} pattern of the runner's own files
 * @returns {string[]} relative to the root
 */
export function excludedFiles(pattern) {
  const set = process.env['FACET_TEST_SET']
  const extended = set === 'all' ? [] : EXTENDED_FILES.flatMap(({ files }) => files)
  const servers = set === 'engines' ? [] : ENGINE_SUITES.flatMap(({ files }) => files)
  return [...extended, ...servers].filter((file) => pattern.test(file))
}
