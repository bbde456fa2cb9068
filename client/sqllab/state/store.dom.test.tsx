import { act, renderHook } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { expect, it } from 'vitest'
import { actions, createSqlLabStore, makeTab, SqlLabContext, useActiveTab, useActiveTabSummary } from './store.ts'

/** Counts the renders of a component that reads the active tab with a hook. */
function countRenders<T>(useTab: () => T) {
  const store = createSqlLabStore({ active_tab: null, tab_state_ids: [], databases: {}, queries: {} })
  const tab = makeTab({ label: 'Sales', databaseId: 1 })
  actions.addTab(store, tab)
  let renders = 0
  const wrapper = ({ children }: PropsWithChildren) => <SqlLabContext value={store}>{children}</SqlLabContext>
  const { result } = renderHook(
    () => {
      renders += 1
      return useTab()
    },
    { wrapper },
  )
  const change = (fields: Parameters<typeof actions.changeTab>[2]) =>
    act(() => actions.changeTab(store, tab.key, fields))
  return { result, change, renders: () => renders }
}

it('renders the parts of the page without the text once for any number of keys', () => {
  const { result, change, renders } = countRenders(useActiveTabSummary)
  const first = renders()
  for (const sql of ['S', 'SE', 'SEL']) change({ sql, saveState: 'unsaved' })
  expect(renders()).toBe(first)
  change({ databaseId: 2 })
  expect(renders()).toBe(first + 1)
  expect(result.current).toMatchObject({ label: 'Sales', databaseId: 2 })
  change({ label: 'Costs' })
  expect(result.current).toMatchObject({ label: 'Costs' })
})

it('renders a part that shows the text for each key', () => {
  const { result, change, renders } = countRenders(useActiveTab)
  const first = renders()
  for (const sql of ['S', 'SE', 'SEL']) change({ sql })
  expect(renders()).toBe(first + 3)
  expect(result.current?.sql).toBe('SEL')
})
