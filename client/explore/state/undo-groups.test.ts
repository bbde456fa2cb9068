import { describe, expect, it } from 'vitest'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { endUndoGroup, inUndoGroup } from './undo-groups.ts'
import { actions, createExploreStore } from './store.ts'

const dataset: DatasetResponse = { id: 3, table_name: 'flights', columns: [], metrics: [] }

function typing() {
  const form = { viz_type: 'pie', datasource: '3__table', metric: 'delay', groupby: ['origin'] }
  const store = createExploreStore({ slice: null, dataset, form, title: '' })
  const set = (name: string, value: unknown) => inUndoGroup(store, name, () => actions.setControl(store, name, value))
  const steps = () => store.temporal.getState().pastStates.length
  return { store, set, steps }
}

describe('gestures', () => {
  it('changes of one control are one step until the gesture ends, and undone as one', () => {
    const { store, set, steps } = typing()
    const before = store.getState().form
    for (const radius of [71, 72, 73]) set('outerRadius', radius)
    expect(steps()).toBe(1)
    endUndoGroup(store)
    set('outerRadius', 80)
    expect(steps()).toBe(2)
    store.temporal.getState().undo()
    expect(store.getState().form['outerRadius']).toBe(73)
    store.temporal.getState().undo()
    expect(store.getState().form).toBe(before)
    store.temporal.getState().redo()
    expect(store.getState().form['outerRadius']).toBe(73)
  })

  it('a change of another control or an undo ends the undo group', () => {
    const { store, set, steps } = typing()
    set('outerRadius', 71)
    inUndoGroup(store, 'title', () => actions.setTitle(store, 'A'))
    inUndoGroup(store, 'title', () => actions.setTitle(store, 'Ab'))
    set('outerRadius', 72)
    expect(steps()).toBe(3)
    store.temporal.getState().undo()
    set('outerRadius', 75)
    expect(steps()).toBe(3)
    expect(store.temporal.getState().futureStates).toEqual([])
  })

  it('a change to the same value is no step', () => {
    const { set, steps } = typing()
    set('groupby', ['origin'])
    set('metric', 'delay')
    expect(steps()).toBe(0)
  })
})
