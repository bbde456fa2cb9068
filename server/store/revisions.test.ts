import { expect, it } from 'vitest'
import { MAX_REVISION_LENGTH } from '#core/entity/revision.ts'
import { isFullSet } from '#testing/case-sample.ts'
import { onBothEngines } from '#testing/stores.ts'

const chart = { slice_name: 'Zero', viz_type: 'pie', datasource_id: 1, datasource_type: 'table' } as const
const MINUTE = 60_000

onBothEngines('versions', (fixture, engine) => {
  const names = async (id: number, type: 'chart' | 'dataset' = 'chart') =>
    (await fixture().store.revisions.page(type, id, 0, 200)).rows.map(({ made_by, snapshot }) => [
      made_by,
      JSON.parse(snapshot).slice_name ?? JSON.parse(snapshot).description,
    ])

  it('revisions are stored from the first change on, newest first, with author and time', async () => {
    const w = fixture()
    const [ann, bob] = [await w.user('ann versions'), await w.user('bob versions')]
    const made = await w.store.charts.create(chart, ann.id)
    expect((await w.store.revisions.page('chart', made.id, 0, 5)).count).toBe(0)
    const start = w.now
    w.now += MINUTE
    await w.store.charts.update(made.id, { slice_name: 'One' }, bob.id)
    const { rows, count } = await w.store.revisions.page('chart', made.id, 0, 1)
    expect([count, rows.length, rows[0]?.made_on]).toEqual([2, 1, w.now])
    const [first] = (await w.store.revisions.page('chart', made.id, 1, 1)).rows
    expect([first?.made_by, first?.made_on, first?.begun_on]).toEqual([ann.id, start, start])
    expect(await names(made.id)).toEqual([
      [bob.id, 'One'],
      [ann.id, 'Zero'],
    ])
  })

  it('merges the saves of one user within five minutes into one version', async () => {
    const w = fixture()
    const [ann, bob] = [await w.user('ann folds'), await w.user('bob folds')]
    const { id } = await w.store.charts.create(chart, ann.id)
    const save = (slice_name: string, by: number) => w.store.charts.update(id, { slice_name }, by)
    await save('One', bob.id)
    w.now += 4 * MINUTE
    await save('Two', bob.id)
    expect(await names(id)).toEqual([
      [bob.id, 'Two'],
      [ann.id, 'Zero'],
    ])
    w.now += MINUTE
    await save('Three', bob.id)
    w.now += 1
    await save('Four', bob.id)
    expect((await names(id)).map(([, name]) => name)).toEqual(['Four', 'Three', 'Zero'])
    await save('Five', ann.id)
    await save('Six', bob.id)
    expect((await names(id)).map(([, name]) => name)).toEqual(['Six', 'Five', 'Four', 'Three', 'Zero'])
  })

  it('closed revisions do not include later changes', async () => {
    const { store } = fixture()
    const { id } = await store.charts.create(chart, null)
    await store.charts.update(id, { slice_name: 'One' }, null)
    await store.revisions.close('chart', id)
    await store.charts.update(id, { slice_name: 'Two' }, null)
    await store.revisions.restored('chart', id, 7)
    await store.charts.update(id, { slice_name: 'Three' }, null)
    const { rows } = await store.revisions.page('chart', id, 0, 5)
    expect(rows.map(({ restored_of }) => restored_of)).toEqual([null, 7, null])
  })

  it('revisions are limited to the newest hundred', async () => {
    const { store } = fixture()
    const { id } = await store.charts.create(chart, null)
    for (let save = 1; save <= 105; save++) {
      await store.revisions.close('chart', id)
      await store.charts.update(id, { slice_name: `v${save}` }, null)
    }
    const all = await names(id)
    expect([all.length, all[0]?.[1], all.at(-1)?.[1]]).toEqual([100, 'v105', 'v6'])
  })

  // Both engines count the length of a version alike; PostgreSQL takes twice as long to store it.
  it.runIf(engine === 'sqlite' || isFullSet)(
    'revisions are limited by their total length, but to no fewer than two',
    async () => {
      const { store } = fixture()
      const { id } = await store.charts.create(chart, null)
      const save = async (slice_name: string, letters: number) => {
        await store.revisions.close('chart', id)
        await store.charts.update(id, { slice_name, params: JSON.stringify({ a: 'x'.repeat(letters) }) }, null)
      }
      for (let at = 1; at <= 5; at++) await save(`v${at}`, MAX_REVISION_LENGTH / 4)
      expect((await names(id)).map(([, name]) => name)).toEqual(['v5', 'v4', 'v3'])
      await save('long', MAX_REVISION_LENGTH)
      expect((await names(id)).map(([, name]) => name)).toEqual(['long', 'v5'])
      await save('short', 1)
      expect((await names(id)).map(([, name]) => name)).toEqual(['short', 'long'])
    },
  )

  it('stores no version for derived changes, but includes them in the next one', async () => {
    const { store } = fixture()
    const { id } = await store.charts.create(chart, null)
    await store.charts.update(id, { slice_name: 'One' }, null)
    await store.revisions.close('chart', id)
    const board = await store.dashboards.create({ dashboard_title: 'A' }, null)
    await store.charts.update(id, { dashboards: [board.id], last_saved_at: 5 }, null)
    await store.charts.update(id, { query_context: '{"a":1}' }, null)
    const { rows, count } = await store.revisions.page('chart', id, 0, 5)
    const stored = JSON.parse(rows[0]?.snapshot ?? '{}') as Record<string, unknown>
    expect([count, stored['query_context'], 'dashboards' in stored]).toEqual([1, '{"a":1}', false])
  })

  it('contain columns and metrics of datasets, and are deleted with the row', async () => {
    const w = fixture()
    const database = await w.store.databases.create(
      { database_name: 'of versions', backend: 'duckdb', sqlalchemy_uri: 'duckdb://' },
      null,
    )
    const { id } = await w.store.datasets.create(
      { table_name: 't', database_id: database.id, columns: [{ column_name: 'a' }] },
      null,
    )
    await w.store.datasets.update(id, { columns: [{ column_name: 'b' }] }, null)
    const { rows } = await w.store.revisions.page('dataset', id, 0, 5)
    const [column] = JSON.parse(rows[0]?.snapshot ?? '{}').columns
    expect([column.column_name, 'changed_on' in column]).toEqual(['b', false])
    const failed = w.store.transaction(async (tx) => {
      await tx.revisions.close('dataset', id)
      await tx.datasets.update(id, { description: 'x' }, null)
      throw new Error('taken back')
    })
    await expect(failed).rejects.toThrow('taken back')
    expect((await w.store.revisions.page('dataset', id, 0, 5)).count).toBe(rows.length)
  })
})
