import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { datasetColumnFields, datasetMetricFields } from '#core/entity/dataset.ts'
import { entitySchemas } from '#core/entity/entities.ts'
import { filesUnder, root } from './tree.ts'

/** Files that copy fields of an entity one by one, each with the reason; the list may only shrink. */
const COPYING: Readonly<Record<string, string>> = {
  'server/data/plan/saved-chart.ts': 'names the saved chart of a query',
  'server/dataset/catalogue.ts': 'lists columns in the shape of `result_type` `columns`',
  'server/resources/dashboard/body.ts': 'checks the layout, the metadata and the linked charts together',
  'server/resources/dashboard/copy.ts': 'a copy has its own title and styles',
  'server/resources/dataset/body.ts': 'checks the source of a dataset before it is saved',
  'server/resources/me/routes.ts': 'returns the fields that `/me` defines',
  'server/resources/shared/present-audit-fields.ts': 'returns the fields of every owned entity',
  'server/resources/shared/present-dataset.ts': 'returns a dataset in the shape of explore',
  'server/resources/shared/present-slice.ts': 'returns fewer fields for a chart on a dashboard',
  'server/resources/shared/query-state.ts': 'returns queries in the keys of the SQL editor',
  'server/resources/shared/source-columns.ts': 'compares columns of the source with stored ones',
  'server/resources/sqllab/execute.ts': 'sends SQL and its schema to a database',
  'server/resources/tab_state/routes.ts': 'a tab of the SQL editor stores SQL, schema and parameters',
  'server/security/import-users.ts': 'maps the columns of a CSV file',
  'server/security/user-registration.ts': 'returns users in the shape of the user list',
  'server/sqllab/sql-exports.ts': 'an export has an entry in the query history',
  'server/store/users.ts': 'stores a user with the password',
  'server/transfer/charts.ts': 'sets a missing name or chart type',
  'server/transfer/dashboards.ts': 'sets a missing title',
  'server/transfer/dataset-values.ts': 'compares the source of a dataset before it is saved',
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
