import { CompiledQuery, Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { onBothEngines } from '#testing/stores.ts'
import { withValueChecks, TransactionScope } from './guard.ts'
import { postgresDialect } from './postgres/dialect.ts'
import { sqliteDialect } from './sqlite/dialect.ts'

const refused: readonly [string, unknown][] = [
  ['undefined', undefined],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
  ['a fraction', 1.5],
  ['2^53', 2 ** 53],
  ['-2^53', -(2 ** 53)],
  ['a bigint', 1n],
  ['a symbol', Symbol('a')],
  ['a function', () => 1],
  ['an object', { a: 1 }],
  ['an array', [1]],
  ['a date', new Date(0)],
  ['a map', new Map()],
  ['bytes', new Uint8Array(1)],
  ['a String object', Object('a')],
  ['a promise', Promise.resolve(1)],
  ['a regular expression', /a/],
  ['text with NUL', 'a\0b'],
  ['half a surrogate pair', 'a\ud800b'],
]

const taken: readonly [string, unknown, unknown, 'text' | 'bigint'][] = [
  ['text', 'Ünï "quoted" \'text\' \\ 🦊', 'Ünï "quoted" \'text\' \\ 🦊', 'text'],
  ['empty text', '', '', 'text'],
  ['an integer', 42, 42, 'bigint'],
  ['2^53 - 1', 2 ** 53 - 1, 2 ** 53 - 1, 'bigint'],
  ['-(2^53 - 1)', -(2 ** 53 - 1), -(2 ** 53 - 1), 'bigint'],
  ['negative zero', -0, 0, 'bigint'],
  ['true', true, 1, 'bigint'],
  ['false', false, 0, 'bigint'],
  ['null', null, null, 'text'],
]

onBothEngines('the driver', (fixture) => {
  const withDriver = async <T>(act: (db: Kysely<never>, hole: string) => Promise<T>): Promise<T> => {
    const { location } = fixture()
    const dialect = 'file' in location ? sqliteDialect(location.file) : postgresDialect(location.url)
    const db = new Kysely<never>({ dialect: withValueChecks(dialect, new TransactionScope()) })
    try {
      return await act(db, 'file' in location ? '?' : '$1')
    } finally {
      await db.destroy()
    }
  }

  it.each(refused)('rejects %s', async (_, value) => {
    const sent = withDriver((db, hole) => db.executeQuery(CompiledQuery.raw(`select cast(${hole} as text)`, [value])))
    await expect(sent).rejects.toMatchObject({ name: 'InvalidValue' })
  })

  it.each(taken)('stores %s and returns it', async (_, value, read, type) => {
    const { rows } = await withDriver((db, hole) =>
      db.executeQuery<{ value: unknown }>(CompiledQuery.raw(`select cast(${hole} as ${type}) as value`, [value])),
    )
    expect(rows[0]?.value).toBe(read)
  })

  it('rejects an integer that a number cannot hold exactly', async () => {
    const read = withDriver((db) => db.executeQuery(CompiledQuery.raw('select cast(9007199254740993 as bigint) as n')))
    await expect(read).rejects.toMatchObject({ name: 'UnreadableValue' })
  })

  it('rejects values that do not have the type of their column', async () => {
    const { charts } = fixture().store
    const chart = { slice_name: 'A', viz_type: 'pie', datasource_id: 1, datasource_type: 'table' }
    for (const wrong of [
      { slice_name: 5 },
      { slice_name: null },
      { datasource_id: '1' },
      { is_managed_externally: 1 },
      { params: { a: 1 } },
      { description: undefined },
      { owners: 'x' },
    ]) {
      await expect(charts.create({ ...chart, ...wrong } as never, null)).rejects.toMatchObject({ name: 'InvalidValue' })
    }
    await expect(charts.create({ ...chart, nonsense: 1 } as never, null)).rejects.toMatchObject({
      name: 'UnknownColumn',
    })
    await expect(charts.create({ ...chart, version: 9 } as never, null)).rejects.toMatchObject({
      name: 'UnknownColumn',
    })
    expect(await charts.count(true)).toBe(0)
  })
})
