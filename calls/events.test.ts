import { expect, it } from 'vitest'
import type { AsyncEvent, AsyncSettings } from '#core/rest/async-event.ts'
import { createEvents, type SocketListener } from '#calls/events.ts'

const event = (id: string): AsyncEvent => ({
  id,
  channel_id: 'c',
  job_id: `job of ${id}`,
  user_id: 1,
  status: 'done',
  errors: [],
  result_url: '/x',
})

interface EventFixture {
  readonly polls?: (AsyncEvent[] | Error)[]
  readonly sockets?: boolean
  readonly remembered?: string
}

/** A page whose timers, polls and sockets are controlled by the test. */
function page(settings: AsyncSettings, { polls = [], sockets = true, remembered }: EventFixture = {}) {
  const timers: { ms: number; act: () => void }[] = []
  const heard: string[] = []
  const polled: (string | undefined)[] = []
  const opened: { lastId: string | undefined; listener: SocketListener }[] = []
  const warned: string[] = []
  const stored: string[] = []
  const fixture = { isAwaited: true }
  const events = createEvents(
    {
      poll: async (lastId) => {
        polled.push(lastId)
        const answer = polls.shift() ?? []
        if (answer instanceof Error) throw answer
        return answer
      },
      connect: (lastId, listener) => {
        if (!sockets) throw new ReferenceError('WebSocket is not defined')
        opened.push({ lastId, listener })
      },
      hear: ({ id }) => heard.push(id),
      isAwaited: () => fixture.isAwaited,
      after: (ms, act) => {
        timers.push({ ms, act })
        return () => {}
      },
      warn: (message) => warned.push(message),
      memory: { read: () => remembered, write: (id) => stored.push(id) },
    },
    settings,
  )
  /** Runs the next timer; returns its delay. */
  const pass = async () => {
    const timer = timers.shift()
    timer?.act()
    await new Promise((resolve) => setImmediate(resolve))
    return timer?.ms
  }
  return { events, fixture, pass, timers, heard, polled, opened, warned, stored }
}

const polling: AsyncSettings = { transport: 'polling', pollingDelay: 500 }
const ws: AsyncSettings = { transport: 'ws', pollingDelay: 500 }

it('X-TRANS-01 X-TRANS-03: polls at its interval for new events', async () => {
  const { events, pass, heard, polled, stored } = page(polling, { polls: [[event('5-0'), event('5-1')], []] })
  events.follow()
  expect([await pass(), await pass(), await pass()]).toEqual([500, 500, 500])
  expect(polled).toEqual([undefined, '5-1', '5-1'])
  expect([heard, stored]).toEqual([
    ['5-0', '5-1'],
    ['5-0', '5-1'],
  ])
})

it('continues after the last event seen before a reload', async () => {
  const { events, pass, polled } = page(polling, { remembered: '4-2' })
  events.follow()
  await pass()
  expect(polled).toEqual(['4-2'])
})

it('requests more at once when a response is full', async () => {
  const full = Array.from({ length: 100 }, (_, index) => event(`1-${index}`))
  const { events, pass, polled } = page(polling, { polls: [full, [event('2-0')]] })
  events.follow()
  await pass()
  expect(polled).toEqual([undefined, '1-99'])
})

it('continues after a failed poll', async () => {
  const { events, pass, heard } = page(polling, { polls: [new Error('offline'), [event('1-0')]] })
  events.follow()
  await pass()
  await pass()
  expect(heard).toEqual(['1-0'])
})

it('polls only while callers wait', async () => {
  const { events, fixture, pass, polled, timers } = page(polling)
  events.follow()
  events.follow()
  expect(timers).toHaveLength(1)
  fixture.isAwaited = false
  await pass()
  expect([polled, timers]).toEqual([[], []])
  fixture.isAwaited = true
  events.follow()
  await pass()
  expect(polled).toHaveLength(1)
})

it('X-TRANS-02 X-TRANS-04: a socket replaces polling', async () => {
  const { events, heard, opened, timers, polled } = page(ws, { remembered: '3-0' })
  events.follow()
  opened[0]?.listener.opened()
  opened[0]?.listener.message(JSON.stringify(event('4-0')))
  opened[0]?.listener.message('not JSON')
  expect([opened[0]?.lastId, heard, timers, polled]).toEqual(['3-0', ['4-0'], [], []])
})

it('X-TRANS-05 X-TRANS-06: reconnects every 2500 ms six times, then polls', async () => {
  const { events, pass, opened, polled, warned } = page(ws)
  events.follow()
  const waited = []
  for (let outage = 0; outage < 6; outage++) {
    opened.at(-1)?.listener.closed()
    waited.push(await pass())
  }
  expect([waited, opened.length, warned]).toEqual([[2500, 2500, 2500, 2500, 2500, 2500], 7, []])
  opened.at(-1)?.listener.closed()
  expect(await pass()).toBe(500)
  expect([opened.length, polled, warned]).toEqual([
    7,
    [undefined],
    ['Events come by polling: there is no WebSocket connection'],
  ])
})

it('X-TRANS-05: a new connection resets the retry count and requests missed events', async () => {
  const { events, pass, opened, warned } = page(ws)
  events.follow()
  for (let outage = 0; outage < 5; outage++) {
    opened.at(-1)?.listener.closed()
    await pass()
  }
  opened.at(-1)?.listener.opened()
  opened.at(-1)?.listener.message(JSON.stringify(event('9-1')))
  for (let outage = 0; outage < 6; outage++) {
    opened.at(-1)?.listener.closed()
    expect(await pass()).toBe(2500)
  }
  expect([opened.length, opened.at(-1)?.lastId, warned]).toEqual([12, '9-1', []])
})

it('X-TRANS-07: polls when there is no WebSocket', async () => {
  const { events, pass, polled, warned } = page(ws, { sockets: false })
  events.follow()
  expect(await pass()).toBe(500)
  expect([polled, warned.length]).toEqual([[undefined], 1])
})
