import { expect, it } from 'vitest'
import { emptyLayout, makeNode } from '#core/layout/make-node.ts'
import { insertNode, removeNode } from '#core/layout/move-node.ts'
import { GRID_ID, type Layout } from '#core/layout/node.ts'
import {
  beginUndoGroup,
  discardEdits,
  edit,
  editLayout,
  redo,
  markSaved,
  markEarlierStateSaved,
  undo,
  beforeEdits,
} from './edit.ts'
import { hydrate } from './hydrate.ts'
import { createDashboardStore } from './store.ts'
import { openDashboard } from '#testing/dashboard.ts'

let made = 0
const suffix = () => `n${(made += 1)}`
const user = {
  userId: 1,
  username: 'ada',
  firstName: 'Ada',
  lastName: 'L',
  email: null,
  isActive: true,
  isAnonymous: false,
  createdOn: null,
  roles: {},
  roleIds: [],
  permissions: {},
}

function open() {
  const dashboard = {
    id: 5,
    dashboard_title: 'One',
    published: false,
    version: 3,
    position_json: JSON.stringify(emptyLayout()),
    json_metadata: null,
  }
  return createDashboardStore(
    hydrate({
      dashboard,
      charts: [],
      datasets: [],
      user,
      wantsEdit: true,
      masks: {},
      activeTabs: [],
      urlParams: {},
      newSuffix: suffix,
    }),
  )
}
type Store = ReturnType<typeof open>
const add = (layout: Layout): Layout => {
  const result = insertNode(layout, makeNode('HEADER', suffix), { parentId: GRID_ID, index: 0 }, suffix)
  return 'ok' in result ? result.ok : layout
}
const type = (store: Store, title: string) => edit(store, ({ info }) => ({ info: { ...info, title } }), 'title')
const title = (store: Store) => store.getState().info.title
const steps = (store: Store) => store.temporal.getState().pastStates.length

it('undoes typing in a title as one step, and changes in between separately', () => {
  const store = open()
  type(store, 'On')
  type(store, 'Onw')
  editLayout(store, add)
  type(store, 'Two')
  expect(steps(store)).toBe(3)
  undo(store)
  expect(title(store)).toBe('Onw')
  undo(store)
  undo(store)
  expect(title(store)).toBe('One')
  expect(store.getState().hasUnsavedChanges).toBe(false)
  redo(store)
  expect(title(store)).toBe('Onw')
  expect(store.getState().hasUnsavedChanges).toBe(true)
})

it('adds no step for a change without effect', () => {
  const store = open()
  editLayout(store, (layout) => layout)
  expect(steps(store)).toBe(0)
})

it('adds no step for changes of charts and filters', () => {
  const store = open()
  store.setState({ activeTabs: ['TAB-1'] })
  expect(steps(store)).toBe(0)
})

it('adds a gesture as one step, or none when it is cancelled', () => {
  const store = open()
  const before = store.getState().layout
  const gesture = beginUndoGroup(store)
  gesture.show(add(before))
  gesture.show(add(store.getState().layout))
  expect(steps(store)).toBe(0)
  const shown = store.getState().layout
  gesture.keep()
  expect(store.getState().layout).toBe(shown)
  expect(steps(store)).toBe(1)
  undo(store)
  expect(store.getState().layout).toBe(before)
  const second = beginUndoGroup(store)
  second.show(shown)
  second.cancel()
  expect(store.getState().layout).toBe(before)
  expect(steps(store)).toBe(0)
})

it('discards to the saved state, and restores every step by undo', () => {
  const store = open()
  type(store, 'Two')
  editLayout(store, add)
  const edited = store.getState().layout
  const back = discardEdits(store)
  expect(title(store)).toBe('One')
  expect(store.getState()).toMatchObject({ editMode: false, hasUnsavedChanges: false })
  back()
  expect(store.getState().layout).toBe(edited)
  expect(store.getState()).toMatchObject({ editMode: true, hasUnsavedChanges: true })
  undo(store)
  undo(store)
  expect(title(store)).toBe('One')
})

it('a saved dashboard has nothing to undo', () => {
  const store = open()
  type(store, 'Two')
  const { layout, info } = store.getState()
  markSaved(store, { layout, info: { ...info, version: 4 } })
  expect(steps(store)).toBe(0)
  expect(beforeEdits(store).info.version).toBe(4)
})

it('keeps input typed during the save as one unsaved change', () => {
  const store = open()
  type(store, 'Two')
  const { layout, info } = store.getState()
  type(store, 'Two and a half')
  markEarlierStateSaved(store, { layout, info: { ...info, version: 4 } })
  expect(title(store)).toBe('Two and a half')
  expect(store.getState().info.version).toBe(4)
  expect(store.getState().hasUnsavedChanges).toBe(true)
  expect(steps(store)).toBe(1)
  expect(beforeEdits(store).info.title).toBe('Two')
})

it('C-STATE-16: a removed chart leaves the state only after the removal is saved', () => {
  const store = createDashboardStore(openDashboard())
  const charts = () => Object.keys(store.getState().charts)
  editLayout(store, (layout) => removeNode(layout, 'CHART-11'))
  expect(charts()).toEqual(['10', '11', '12'])
  undo(store)
  redo(store)
  const { layout, info } = store.getState()
  markSaved(store, { layout, info })
  expect(charts()).toEqual(['10', '12'])
})

it('discarded changes return with their charts', () => {
  const store = createDashboardStore(openDashboard())
  const charts = () => Object.keys(store.getState().charts)
  editLayout(store, (layout) => removeNode(layout, 'CHART-11'))
  const takeBack = discardEdits(store)
  expect(charts()).toEqual(['10', '11', '12'])
  takeBack()
  expect(charts()).toEqual(['10', '11', '12'])
  expect(store.getState().layout['CHART-11']).toBeUndefined()
})
