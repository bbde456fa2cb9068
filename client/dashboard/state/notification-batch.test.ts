import { createStore } from 'zustand'
import { expect, it } from 'vitest'
import { batchNotifications } from './notification-batch.ts'

function open() {
  const store = createStore(() => ({ a: 0, b: 0 }))
  const batched = batchNotifications(store)
  const calls: string[] = []
  const text = ({ a, b }: { readonly a: number; readonly b: number }) => `${a}${b}`
  const stop = store.subscribe((state, before) => calls.push(`${text(before)} ${text(state)}`))
  return { store, batched, calls, stop }
}

it('changes the state at once and calls the listeners once for all changes of a task', async () => {
  const { store, batched, calls } = open()
  batched(() => store.setState({ a: 1 }))
  batched(() => store.setState({ b: 2 }))
  expect([store.getState(), calls]).toEqual([{ a: 1, b: 2 }, []])
  await Promise.resolve()
  expect(calls).toEqual(['00 12'])
  batched(() => store.setState({ a: 3 }))
  await Promise.resolve()
  expect(calls).toEqual(['00 12', '12 32'])
})

it('another change calls the listeners at once, for the earlier changes as well', async () => {
  const { store, batched, calls, stop } = open()
  batched(() => store.setState({ a: 1 }))
  store.setState({ b: 2 })
  expect(calls).toEqual(['00 12'])
  await Promise.resolve()
  expect(calls).toEqual(['00 12'])
  stop()
  store.setState({ b: 3 })
  expect(calls).toEqual(['00 12'])
})

it('a change that fails leaves later changes unbatched', () => {
  const { store, batched, calls } = open()
  expect(() =>
    batched(() => {
      throw new Error('no')
    }),
  ).toThrow('no')
  store.setState({ a: 1 })
  expect(calls).toEqual(['00 10'])
})
