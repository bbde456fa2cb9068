import { expect, it } from 'vitest'
import { onBothEngines, type StoreFixture } from '#testing/stores.ts'

async function flights({ store }: StoreFixture, table_name: string) {
  const name = { database_name: `db of ${table_name}`, backend: 'duckdb', sqlalchemy_uri: 'duckdb://' }
  const database = await store.databases.create(name, null)
  return store.datasets.create(
    {
      database_id: database.id,
      table_name,
      columns: [
        { column_name: 'date', is_dttm: true },
        { column_name: 'delay', type: 'DOUBLE', groupby: false },
      ],
      metrics: [{ metric_name: 'count', expression: 'COUNT(*)' }],
    },
    null,
  )
}

onBothEngines('datasets', (fixture) => {
  it('datasets have columns and metrics in the given order, with defaults', async () => {
    const made = await flights(fixture(), 'order')
    expect(made.columns.map((each) => [each.column_name, each.is_dttm, each.is_active, each.groupby])).toEqual([
      ['date', true, true, true],
      ['delay', false, true, false],
    ])
    expect(made.metrics).toMatchObject([{ metric_name: 'count', expression: 'COUNT(*)', d3format: null }])
    expect(await fixture().store.datasets.get(made.id)).toEqual(made)
  })

  it('lists are replaced by matching ids, uuids and names, and the rest is deleted or added', async () => {
    const { store } = fixture()
    const made = await flights(fixture(), 'replace')
    const [date, delay] = made.columns
    const columns = [
      { column_name: 'new' },
      { id: delay?.id as number, column_name: 'late', verbose_name: 'Late' },
      { column_name: 'date', is_dttm: true },
    ]
    const after = await store.datasets.update(made.id, { columns }, null)
    expect(after.columns.map((each) => each.column_name)).toEqual(['new', 'late', 'date'])
    expect(after.columns[1]).toMatchObject({ id: delay?.id, uuid: delay?.uuid, verbose_name: 'Late', type: 'DOUBLE' })
    expect(after.columns[2]).toEqual(date)
    expect(after.metrics).toEqual(made.metrics)
    const fewer = await store.datasets.update(
      made.id,
      { columns: [{ column_name: 'x', uuid: date?.uuid as string }] },
      null,
    )
    expect(fewer.columns).toMatchObject([{ id: date?.id, column_name: 'x' }])
  })

  it('lock their names until the end of the transaction', async () => {
    const { store } = fixture()
    const { database_id } = await flights(fixture(), 'locked')
    const named = () =>
      store.transaction(async (tx) => {
        await tx.datasets.lockNames(database_id)
        const isFree = (await tx.datasets.count({ col: 'table_name', op: 'eq', value: 'taken once' })) === 0
        if (isFree) await tx.datasets.create({ database_id, table_name: 'taken once', columns: [], metrics: [] }, null)
        return isFree
      })
    expect((await Promise.all([named(), named(), named()])).filter(Boolean)).toEqual([true])
  })

  it('a column of another dataset is rejected, and the dataset does not change', async () => {
    const { store } = fixture()
    const [one, other] = [await flights(fixture(), 'one'), await flights(fixture(), 'other')]
    const stolen = { id: other.columns[0]?.id as number, column_name: 'stolen' }
    const change = store.datasets.update(one.id, { description: 'x', columns: [stolen] }, null)
    await expect(change).rejects.toMatchObject({ name: 'RowMissing' })
    expect(await store.datasets.get(one.id)).toEqual(one)
  })

  it('increment the definition version only for changes that affect results', async () => {
    const { datasets } = fixture().store
    const { id } = await flights(fixture(), 'definition')
    const definition = async (patch: Parameters<typeof datasets.update>[1]) =>
      (await datasets.update(id, patch, null)).definition_version
    expect(await definition({ description: 'words' })).toBe(1)
    expect(await definition({ sql: 'select 1' })).toBe(2)
    expect(await definition({ metrics: [{ metric_name: 'count', expression: 'COUNT(1)' }] })).toBe(3)
    expect(await definition({ metrics: [{ metric_name: 'count', expression: 'COUNT(1)' }] })).toBe(3)
  })

  it('store three hundred columns', async () => {
    const { datasets } = fixture().store
    const { id } = await flights(fixture(), 'wide')
    const names = Array.from({ length: 300 }, (_, at) => `c ${at} "'.`)
    await datasets.update(id, { columns: names.map((column_name) => ({ column_name })) }, null)
    expect((await datasets.get(id))?.columns.map((each) => each.column_name)).toEqual(names)
    expect((await datasets.list({ where: { col: 'id', op: 'eq', value: id } })).rows[0]).not.toHaveProperty('columns')
  })

  it('increment the data version of their database', async () => {
    const { databases } = fixture().store
    const { database_id } = await flights(fixture(), 'data')
    expect(await databases.dataChanged(database_id)).toBe(2)
    expect(await databases.get(database_id)).toMatchObject({ data_version: 2, version: 1 })
    await expect(databases.dataChanged(99999)).rejects.toMatchObject({ name: 'RowMissing' })
  })
})
