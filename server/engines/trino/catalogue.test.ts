import { expect, it } from 'vitest'
import { type TrinoCatalogQuery, tableMetadataOf } from './catalogue.ts'

const partitioned: Readonly<Record<string, readonly (readonly (string | number | null)[])[]>> = {
  'SELECT table_type': [['BASE TABLE']],
  'SHOW COLUMNS FROM "web"."visits"': [
    ['n', 'bigint', '', 'visits of a page'],
    ['day', 'date', 'partition key', ''],
    ['country', 'varchar', 'partition key', ''],
  ],
  'SELECT comment FROM system.metadata.table_comments': [['all visits']],
  'SHOW CREATE TABLE': [['CREATE TABLE hive.web.visits (...)']],
  'SHOW STATS': [
    ['n', null, 3, 0, null, null, null],
    [null, null, null, null, 12, null, null],
  ],
  'SELECT "day", "country" FROM "web"."visits$partitions"': [['2024-02-29', 'fr']],
}

const answer = (text: string) => Object.entries(partitioned).find(([start]) => text.startsWith(start))?.[1]

it('describes a partitioned table with its latest partition', async () => {
  const look: TrinoCatalogQuery = (text) => Promise.resolve(answer(text) ?? [])
  expect(await tableMetadataOf(look, 'hive', ['web', 'visits'])).toMatchObject({
    comment: 'all visits',
    columnComments: { n: 'visits of a page' },
    rowEstimate: 12,
    isDerived: false,
    partitions: {
      columns: ['day', 'country'],
      latest: { day: '2024-02-29', country: 'fr' },
      query: 'SELECT "day", "country" FROM "web"."visits$partitions"\nORDER BY "day" DESC, "country" DESC',
    },
  })
})

it('describes a table without the rights for its comment, definition and statistics', async () => {
  const look: TrinoCatalogQuery = (text) =>
    text.startsWith('SELECT table_type')
      ? Promise.resolve([['VIEW']])
      : Promise.reject(new Error('Access Denied: Cannot show'))
  expect(await tableMetadataOf(look, 'hive', ['web', 'visits'])).toMatchObject({
    comment: null,
    partitions: null,
    rowEstimate: null,
    definition: null,
    isDerived: true,
  })
})
