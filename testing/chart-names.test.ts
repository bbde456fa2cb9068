import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ChartType } from '#charts/chart.ts'
import { charts } from '#charts/index.ts'
import { legacyShapes } from '#charts/legacy.ts'
import { filesUnder, root } from './tree.ts'

/** Files that name chart types, each with the reason; new ones need a good one. */
const NAMING: Readonly<Record<string, string>> = {
  'client/dashboard/state/filter-box/filter-boxes.ts':
    'filter boxes are no charts: they filter, and are left out of what can be placed',
  'client/sqllab/chart-preview.ts': 'SQL results have no dataset: the types that a preview of any result can be',
  'controls/annotation_layers/source.ts': 'controls know no charts: the kinds that a series may be taken from',
  'server/data/number-rules/chart-rules.ts': 'rules that changed numbers name the types whose numbers changed',
  'server/resources/legacy/explore-json.ts': 'filter boxes are no charts: their columns are asked one by one',
}
/** Wire shapes and queries of former chart types. */
const OF_OLD = 'server/resources/legacy/'

const product = /^(core|ui|calls|controls|filters|client|server)\/.*(?<!\.test)(?<!\.dom\.test)\.tsx?$/
/** Words that do not refer to a chart type by themselves: a database table, a line in a layout. */
const WORDS = new Set(['table', 'pie'])

it('only the folder of a chart type names that type', () => {
  const names = charts.map(({ type }) => type).filter((type) => !WORDS.has(type))
  const named = new RegExp(`['"\`](${names.join('|')})['"\`]|\\b(${names.join('|')}):`)
  const compared = /(?<!typeof [\w.]*)viz_?type\s*[!=]==\s*['"`]|viz_?type\.(startsWith|endsWith|includes)\(/i
  const found = filesUnder().filter((file) => {
    if (!product.test(file)) return false
    const text = readFileSync(join(root, file), 'utf8')
    return named.test(text) || compared.test(text)
  })
  expect(found.toSorted()).toEqual(Object.keys(NAMING))
})

it('response formats of older clients are in the folder of the chart type', () => {
  const names = charts.flatMap(({ type, olderNames = [] }: ChartType) => [type, ...olderNames])
  // Datasets are called tables as well.
  const named = new RegExp(`['"\`](${names.filter((name) => name !== 'table').join('|')})['"\`]`)
  const sources = filesUnder().filter((file) => product.test(file) && file.startsWith(OF_OLD))
  expect(sources.length).toBeGreaterThan(5)
  expect(sources.filter((file) => named.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
  const answered = legacyShapes.flatMap(({ types }) => types)
  expect(new Set(answered).size).toBe(answered.length)
  expect(answered.filter((name) => !names.includes(name))).toEqual([])
})

/** Chart files that read keys without a control, or of any chart type. */
const LOOSE: Readonly<Record<string, string>> = {
  'charts/saved-query-context.ts': 'whether a table of any kind is read in pages',
  'charts/shared/axes/grain.ts': 'what the form knows of its columns has no control',
  'charts/shared/colors.ts': 'the scheme, of any kind of chart and of the dashboard around it',
  'charts/shared/timeseries/timeseries-sample.ts':
    'what kinds over time have in common; the stretch a reader looks at has no control',
  'charts/table/paging.ts': 'the page a reader has chosen is state of the table and has no control',
  'charts/table/query.ts': 'what the form knows of its columns has no control',
}

it('chart types read complete typed forms; defaults are in controls or migrations', () => {
  // Controls read forms being edited, migrations those of older versions, legacy shapes those of clients.
  const speaking = /(controls?|migrations?|legacy|nvd3|radius)\.ts$|\.test\.tsx?$/
  const sources = filesUnder().filter((file) => /^charts\/.*\.tsx?$/.test(file) && !speaking.test(file))
  const loose = /\bform\[['"`]|\bform\.\w+ (!== false|=== true|!== true|=== false)/
  const found = sources.filter((file) => loose.test(readFileSync(join(root, file), 'utf8')))
  expect(sources.length).toBeGreaterThan(50)
  expect(found.toSorted()).toEqual(Object.keys(LOOSE))
})
