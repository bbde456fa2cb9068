import { expect, it } from 'vitest'
import { createDrawQueue } from '#client/chart/draw-queue.ts'

/**
 * A queue whose frames run on demand, with a record of what each frame drew. Each drawing takes `cost` milliseconds.
 */
function fixture(cost = 8) {
  let clock = 0
  let due: (() => void) | undefined
  let drawn: string[] = []
  const queue = createDrawQueue(
    (draw) => {
      if (due) throw new Error('Two frames were asked for at once.')
      due = draw
    },
    () => clock,
  )
  const people = new Map<string, object>()
  const who = (name: string) => people.get(name) ?? people.set(name, {}).get(name) ?? {}
  return {
    ask: (name: string, isSeen = true, what = name) =>
      queue.ask(who(name), {
        isSeen: () => isSeen,
        draw: () => {
          clock += cost
          drawn.push(what)
        },
      }),
    fail: (name: string) =>
      queue.ask(who(name), {
        isSeen: () => true,
        draw: () => {
          throw new Error(name)
        },
      }),
    leave: (name: string) => queue.leave(who(name)),
    /** Returns what the next frame draws; undefined if no frame was requested. */
    frame: () => {
      const now = due
      if (!now) return undefined
      due = undefined
      drawn = []
      now()
      return drawn
    },
  }
}

it('large results that arrive together are drawn in separate frames, in order of arrival', () => {
  const { ask, frame } = fixture()
  for (const name of ['a', 'b', 'c']) ask(name)
  expect([frame(), frame(), frame(), frame()]).toEqual([['a'], ['b'], ['c'], undefined])
})

it('draws small results in one frame until half of its time is used', () => {
  const { ask, frame } = fixture(3)
  for (const name of ['a', 'b', 'c', 'd']) ask(name)
  expect([frame(), frame(), frame()]).toEqual([['a', 'b', 'c'], ['d'], undefined])
})

it('visible charts are drawn before hidden ones', () => {
  const { ask, frame } = fixture()
  ask('far', false)
  ask('near')
  ask('farther', false)
  ask('beside')
  expect([frame(), frame(), frame(), frame()]).toEqual([['near'], ['beside'], ['far'], ['farther']])
})

it('a newer result replaces the queued one and is drawn once', () => {
  const { ask, frame } = fixture()
  ask('a', true, 'old')
  ask('b')
  ask('a', true, 'new')
  expect([frame(), frame(), frame()]).toEqual([['new'], ['b'], undefined])
})

it('a removed chart is not drawn and delays no other', () => {
  const { ask, frame, leave } = fixture()
  ask('a')
  ask('b')
  leave('a')
  expect([frame(), frame()]).toEqual([['b'], undefined])
  ask('c')
  leave('c')
  expect(frame()).toEqual([])
  ask('d')
  expect(frame()).toEqual(['d'])
})

it('continues with other charts after a failed drawing', () => {
  const { ask, fail, frame } = fixture()
  fail('a')
  ask('b')
  expect(() => frame()).toThrow('a')
  expect(frame()).toEqual(['b'])
})
