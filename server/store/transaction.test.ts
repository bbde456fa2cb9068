import { executionAsyncResource } from 'node:async_hooks'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { onBothEngines } from '#testing/stores.ts'

const chart = { slice_name: 'A', viz_type: 'pie', datasource_id: 1, datasource_type: 'table' } as const

onBothEngines('a transaction', (fixture) => {
  it('a transaction is committed or rolled back with its events', async () => {
    const { store } = fixture()
    const [charts, log] = [await store.charts.count(true), (await store.events.list()).length]
    const broken = store.transaction(async (tx) => {
      await tx.charts.create(chart, null)
      await tx.settings.set('half', 'done')
      throw new Error('in the middle')
    })
    await expect(broken).rejects.toThrow('in the middle')
    expect(await store.charts.count(true)).toBe(charts)
    expect(await store.settings.get('half')).toBeUndefined()
    expect(await store.events.list()).toHaveLength(log)
    const made = await store.transaction(async (tx) => tx.charts.create(chart, null))
    expect(await store.charts.get(made.id)).toEqual(made)
  })

  it('throws when the outer store is used inside', { timeout: 20_000 }, async () => {
    const { store } = fixture()
    const uses = [
      () => store.charts.get(1),
      () => store.charts.create(chart, null),
      () => store.settings.get('a'),
      () => store.ping(),
      () => store.transaction(async () => 1),
    ]
    for (const use of uses) {
      await expect(store.transaction(use as () => Promise<unknown>)).rejects.toMatchObject({
        name: 'WrongTransactionStore',
      })
    }
    await expect(store.ping()).resolves.toBeUndefined()
  })

  it('throws when the outer store is used inside a nested transaction', { timeout: 20_000 }, async () => {
    const nested = fixture().store.transaction((tx) => tx.transaction(() => tx.charts.create(chart, null)))
    await expect(nested).rejects.toMatchObject({ name: 'WrongTransactionStore' })
  })

  it('a transaction does not block work that was started inside and continues after its end', async () => {
    const { store } = fixture()
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const later = await store.transaction(async () => ({ work: ended.then(() => store.settings.get('later')) }))
    end()
    await expect(later.work).resolves.toBeUndefined()
  })

  it('rejects writes after its commit', async () => {
    const { store } = fixture()
    const stored = await store.transaction(async (tx) => tx)
    await expect(stored.charts.create(chart, null)).rejects.toThrow('already committed')
  })

  it('adds no data to the async context of later work', async () => {
    const { store } = fixture()
    const carried = async () => {
      await turn()
      return Object.getOwnPropertySymbols(executionAsyncResource()).length
    }
    const once = () => store.transaction((tx) => tx.transaction(() => Promise.resolve()))
    await once()
    const before = await carried()
    for (let count = 0; count < 20; count++) await once()
    expect(await carried()).toBe(before)
  })

  it('continues after a nested transaction was rolled back', async () => {
    const { store } = fixture()
    const { id } = await store.dashboards.create({ dashboard_title: 'A', slug: 'taken' }, null)
    await store.transaction(async (tx) => {
      const part = tx.transaction(async (within) => {
        await within.settings.set('part', 'lost')
        await within.dashboards.create({ dashboard_title: 'B', slug: 'taken' }, null)
      })
      await expect(part).rejects.toMatchObject({ name: 'UniqueViolation' })
      await expect(tx.dashboards.create({ dashboard_title: 'C', slug: 'taken' }, null)).rejects.toThrow('same slug')
      await tx.dashboards.update(id, { dashboard_title: 'kept' }, null)
    })
    expect(await store.settings.get('part')).toBeUndefined()
    expect((await store.dashboards.get(id))?.dashboard_title).toBe('kept')
  })

  it('runs concurrent writes one after the other', async () => {
    const { store } = fixture()
    const made = await store.transaction((tx) =>
      Promise.all(['p', 'q', 'r'].map((slice_name) => tx.charts.create({ ...chart, slice_name }, null))),
    )
    expect(made.map((each) => each.slice_name)).toEqual(['p', 'q', 'r'])
  })

  it('waits for a transaction of another store on the same database', async () => {
    const { store, again } = fixture()
    const other = await again()
    await store.settings.set('n', '0')
    await Promise.all(
      [store, other, store, other].map(async (each) => {
        if (each.engine === 'postgres') return each.settings.set('n', 'done')
        return each.transaction(async (tx) => tx.settings.set('n', `${await tx.settings.get('n')}1`))
      }),
    )
    expect(await other.settings.get('n')).toBe(store.engine === 'postgres' ? 'done' : '01111')
  })
})
