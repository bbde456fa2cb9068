import { expect, it } from 'vitest'
import type { AsyncEvent, AsyncJob } from '#core/rest/async-event.ts'
import { compareEventIds } from '#core/rest/async-event.ts'
import { Channels } from './channels.ts'

const job = (channel_id: string, job_id: string): AsyncJob => ({
  channel_id,
  job_id,
  user_id: 1,
  status: 'done',
  errors: [],
  result_url: '/x',
})
const ids = (events: readonly AsyncEvent[]) => events.map(({ id }) => id)

it('X-EVENT-01: ids are the time and a number, and increase even when the clock is set back', () => {
  let now = 1000
  const channels = new Channels(() => now)
  for (const time of [1000, 1000, 999, 1001]) {
    now = time
    channels.publish(job('c', 'j'))
  }
  expect(ids(channels.read('c'))).toEqual(['1000-0', '1000-1', '1000-2', '1001-0'])
})

it('compares ids as numbers, and treats invalid ids as the oldest', () => {
  const given = ['1000-10', 'nonsense', '999-99', '1000-9']
  expect(given.toSorted(compareEventIds)).toEqual(['nonsense', '999-99', '1000-9', '1000-10'])
})

it('X-TRANS-01: reads strictly after an id, at most a hundred, of one channel', () => {
  const channels = new Channels(() => 5)
  for (let n = 0; n < 120; n++) {
    channels.publish(job('c', `j${n}`))
    channels.publish(job('other', `k${n}`))
  }
  const first = channels.read('c')
  expect([first.length, first.at(-1)?.job_id]).toEqual([100, 'j99'])
  const rest = channels.read('c', first.at(-1)?.id)
  expect([rest.length, rest[0]?.job_id, rest.at(-1)?.job_id]).toEqual([20, 'j100', 'j119'])
  expect(channels.read('nobody')).toEqual([])
})

it('keeps the latest thousand of a channel', () => {
  const channels = new Channels(() => 5)
  for (let n = 0; n < 1005; n++) channels.publish(job('c', `j${n}`))
  expect(channels.read('c')[0]?.job_id).toBe('j5')
})

it('sends past and new events to listeners until they leave', () => {
  const channels = new Channels(() => 5)
  const first = channels.publish(job('c', 'a'))
  channels.publish(job('c', 'b'))
  const heard: string[] = []
  const leave = channels.listen('c', ({ job_id }) => heard.push(job_id), first.id)
  channels.publish(job('c', 'c'))
  channels.publish(job('other', 'x'))
  leave()
  channels.publish(job('c', 'd'))
  expect(heard).toEqual(['b', 'c'])
})
