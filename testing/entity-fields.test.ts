import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { datasetColumnFields, datasetMetricFields } from '#core/entity/dataset.ts'
import { entitySchemas } from '#core/entity/entities.ts'
import { filesUnder, root } from './tree.ts'

/** Files that copy fields of an entity one by one, each with the reason; the list may only shrink. */
const COPYING: Readonly<Record<string, string>> = {
  'server/data/plan/saved-chart.ts': 'a question over a saved chart says which chart that is',
  'server/dataset/catalogue.ts': 'columns in the shape of `result_type` `columns`',
  'server/resources/dashboard/body.ts': 'a layout, its metadata and the charts it links are made of each other',
  'server/resources/dashboard/copy.ts': 'a copy says its own title and styles',
  'server/resources/dataset/body.ts': 'what a dataset stands on is asked for before it is written',
  'server/resources/dataset/present.ts': 'a dataset answers its columns and metrics as lists of their own',
  'server/resources/me/routes.ts': 'who somebody is, as the contract of `/me` has it',
  'server/resources/shared/present-dataset.ts': 'a dataset as explore reads it',
  'server/resources/shared/query-state.ts': 'queries in the keys that editors of SQL read',
  'server/resources/shared/present-slice.ts': 'a chart inside of a dashboard: less of it than its own address answers',
  'server/resources/shared/source-columns.ts': 'columns as their source has them, beside what is known of them',
  'server/resources/shared/present-stamp.ts': 'what every thing that is owned answers',
  'server/resources/sqllab/execute.ts': 'SQL and its schema are put to a database',
  'server/resources/tab_state/routes.ts': 'a tab of the SQL editor is of SQL, its schema and its parameters',
  'server/security/user-registration.ts': 'people as administrators read them',
  'server/sqllab/sql-exports.ts': 'an export is a line of the query history',
  'server/store/users.ts': 'a person is written beside its password',
  'server/transfer/charts.ts': 'a chart needs a name and a kind where its file has none',
  'server/transfer/dashboards.ts': 'a dashboard needs a title where its file has none',
  'server/transfer/dataset-values.ts': 'what a dataset stands on is compared before it is written',
}

const product = /^server\/(?!store\/migrations\/).*(?<!\.test)\.ts$/
const fields = [
  ...Object.values(entitySchemas).map((each) => each.fields),
  datasetColumnFields,
  datasetMetricFields,
].map((each) => new Set(Object.keys(each)))

it('the fields of an entity are declared once and copied nowhere', () => {
  const found = filesUnder().filter((file) => {
    if (!product.test(file)) return false
    const copied = [...readFileSync(join(root, file), 'utf8').matchAll(/\b(\w+): (?:\w+\??\.)+\1\b/g)].map(
      ([, name]) => name ?? '',
    )
    return fields.some((names) => new Set(copied.filter((name) => names.has(name))).size > 1)
  })
  expect(found.toSorted()).toEqual(Object.keys(COPYING))
})

it('the browser receives no entity schemas', () => {
  const client = /^(core\/(?!thing\/|entity\/)|ui|calls|controls|filters|charts|client)\/?.*(?<!\.test)\.tsx?$/
  const importing = filesUnder().filter((file) => {
    if (!client.test(file)) return false
    const text = readFileSync(join(root, file), 'utf8')
    return /^import (?!type )[^']* from '#core\/(thing|entity)\//m.test(text)
  })
  expect(importing).toEqual([])
})
