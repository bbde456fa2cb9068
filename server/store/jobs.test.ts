import { expect, it } from 'vitest'
import type { Job } from '#core/entity/job.ts'
import { onBothEngines } from '#testing/stores.ts'
import { withLimit } from '#testing/with-limit.ts'

onBothEngines('jobs', (fixture) => {
  it('jobs are claimed once, the oldest first, also by other processes', async () => {
    const { store, again } = fixture()
    const other = await again()
    const made = []
    for (let at = 0; at < 6; at++)
      made.push((await store.jobs.enqueue({ kind: 'a', payload: `${at}`, user_id: null })).id)
    await store.jobs.enqueue({ kind: 'other', payload: '{}', user_id: null })
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, at) => (at % 2 ? store : other).jobs.claim(['a'], `worker ${at}`, 1000)),
    )
    const given = claims.flatMap((job) => (job ? [job.id] : []))
    expect(given.toSorted((a, b) => a - b)).toEqual(made)
    expect(await store.jobs.claim([], 'x', 1000)).toBeUndefined()
  })

  it('wait for their start time, run, and are released', async () => {
    const w = fixture()
    const { jobs } = w.store
    const { id, uuid } = await jobs.enqueue({ kind: 'b', payload: '{"n":1}', user_id: null, run_after: w.now + 100 })
    expect(await jobs.claim(['b'], 'me', 1000)).toBeUndefined()
    w.now += 100
    const claimed = await jobs.claim(['b'], 'me', 1000)
    expect(claimed).toMatchObject({ id, uuid, status: 'running', attempts: 1, started_on: w.now, claimed_by: 'me' })
    expect(await jobs.finish(id, 'you', '1')).toBe(false)
    expect(await jobs.finish(id, 'me', '{"ok":true}')).toBe(true)
    expect(await jobs.finish(id, 'me', '2')).toBe(false)
    expect(await jobs.getByUuid(uuid)).toMatchObject({
      status: 'done',
      result: '{"ok":true}',
      finished_on: w.now,
      claimed_by: null,
    })
    expect(await jobs.cancel(id)).toBe(false)
  })

  it('another worker claims the jobs of a worker whose claim expired', async () => {
    const w = fixture()
    const { jobs } = w.store
    const { id } = await jobs.enqueue({ kind: 'c', payload: '{}', user_id: null })
    await jobs.claim(['c'], 'dead', 1000)
    w.now += 900
    expect(await jobs.renew(id, 'dead', 1000)).toBe(true)
    w.now += 900
    expect(await jobs.claim(['c'], 'heir', 1000)).toBeUndefined()
    w.now += 100
    expect(await jobs.claim(['c'], 'heir', 1000)).toMatchObject({ id, attempts: 2, claimed_by: 'heir' })
    expect(await jobs.renew(id, 'dead', 1000)).toBe(false)
    expect(await jobs.fail(id, 'heir', '["no"]')).toBe(true)
    expect(await jobs.get(id)).toMatchObject({ status: 'error', errors: '["no"]' })
  })

  it('jobs are released and cancelled', async () => {
    const w = fixture()
    const { jobs } = w.store
    const { id } = await jobs.enqueue({ kind: 'd', payload: '{}', user_id: null })
    const job = (await jobs.claim(['d'], 'me', 1000)) as Job
    expect(await jobs.release(job, 'me', w.now + 50)).toBe(true)
    expect((await jobs.get(id))?.attempts).toBe(0)
    expect(await jobs.claim(['d'], 'me', 1000)).toBeUndefined()
    w.now += 50
    await jobs.claim(['d'], 'me', 1000)
    expect(await jobs.cancel(id)).toBe(true)
    expect(await jobs.finish(id, 'me', '1')).toBe(false)
    expect(await jobs.get(id)).toMatchObject({ status: 'cancelled', result: null })
  })
})

onBothEngines('the jobs of a user', (fixture) => {
  const job = { kind: 'chart_data', payload: '{}' }

  it('jobs are claimed in turns between users and anonymous callers', async () => {
    const { jobs } = fixture().store
    const kind = 'turns'
    const ids: number[] = []
    for (const user_id of [null, null, null, 9]) ids.push((await jobs.enqueue({ kind, payload: '{}', user_id })).id)
    const claims = [await jobs.claim([kind], 'me', 1000), await jobs.claim([kind], 'me', 1000)]
    expect(claims.map((claimed) => claimed?.user_id)).toEqual([null, 9])
    for (const id of ids) await jobs.cancel(id)
  })

  it.each([
    ['waiting-jobs', 7],
    ['public-waiting-jobs', null],
  ] as const)('waiting jobs are limited by %s, also concurrently', async (bound, user_id) => {
    const { store, again } = fixture()
    const other = await again()
    await withLimit(bound, 20, async () => {
      for (let at = 0; at < 19; at++) await store.jobs.enqueue({ ...job, user_id })
      const last = await Promise.allSettled([store, other, store].map(({ jobs }) => jobs.enqueue({ ...job, user_id })))
      expect(last.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
      expect(last.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'bound-passed', extra: { bound, count: 21, most: 20 } },
      })
      await store.jobs.enqueue({ ...job, user_id: 8 })
      await store.jobs.claim([job.kind], 'me', 1000)
      await store.jobs.claim([job.kind], 'me', 1000)
      await store.jobs.enqueue({ ...job, user_id })
    })
  })
})

onBothEngines('key-value rows', (fixture) => {
  it('results are overwritten, expire, and are deleted', async () => {
    const w = fixture()
    const { keyValues } = w.store
    const first = { resource: 'form_data', key: 'k', value: '{"a":1}', user_id: null, expires_on: w.now + 100 } as const
    await keyValues.put(first)
    w.now += 10
    await keyValues.put({ ...first, value: '{"a":2}' })
    expect(await keyValues.get('form_data', 'k')).toEqual({
      ...first,
      value: '{"a":2}',
      created_on: w.now - 10,
      changed_on: w.now,
    })
    expect(await keyValues.get('filter_state', 'k')).toBeUndefined()
    await keyValues.put({ ...first, key: 'for ever', expires_on: null })
    await keyValues.touch('form_data', 'k', w.now + 200)
    w.now += 150
    expect(await keyValues.get('form_data', 'k')).toBeDefined()
    w.now += 50
    expect(await keyValues.get('form_data', 'k')).toBeUndefined()
    expect(await keyValues.purge()).toBe(1)
    expect(await keyValues.remove('form_data', 'for ever')).toBe(true)
    expect(await keyValues.remove('form_data', 'for ever')).toBe(false)
  })

  it('entries are changed while valid, and listed by user, oldest first', async () => {
    const w = fixture()
    const { keyValues } = w.store
    const { id: user_id } = await w.store.users.create({ username: 'keeper', first_name: 'K', last_name: 'K' }, null)
    const value = { resource: 'sql_export', user_id, expires_on: w.now + 100, value: '{"a":1}' } as const
    await keyValues.put({ ...value, key: 'second' })
    w.now += 1
    await keyValues.put({ ...value, key: 'first', expires_on: null })
    await keyValues.put({ ...value, key: 'of nobody', user_id: null })
    await keyValues.put({ ...value, key: 'other', resource: 'form_data' })
    expect(await keyValues.update('sql_export', 'second', '{"a":2}')).toBe(true)
    expect(await keyValues.update('sql_export', 'missing', '{"a":2}')).toBe(false)
    const listed = async () => (await keyValues.ofPerson('sql_export', user_id)).map((each) => [each.key, each.value])
    expect(await listed()).toEqual([
      ['second', '{"a":2}'],
      ['first', '{"a":1}'],
    ])
    w.now += 100
    expect(await keyValues.update('sql_export', 'second', '{"a":3}')).toBe(false)
    expect(await listed()).toEqual([['first', '{"a":1}']])
  })

  it('settings are stored, replaced and removed', async () => {
    const { settings } = fixture().store
    await settings.set('a', '1')
    await settings.set('a', '2')
    expect(await settings.get('a')).toBe('2')
    await settings.remove('a')
    expect(await settings.get('a')).toBeUndefined()
  })
})
