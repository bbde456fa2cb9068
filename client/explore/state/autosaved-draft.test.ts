import { expect, it } from 'vitest'
import type { ChartResponse } from '#core/rest/responses.ts'
import { reader } from '#testing/dashboard.ts'
import { discardAutosavedDraft, autosaveDraft, readAutosavedDraft, restoreAutosavedDraft } from './autosaved-draft.ts'
import { actions, createExploreStore } from './store.ts'

const dataset = { id: 3, table_name: 'visits' }
const form = { viz_type: 'pie', datasource: '3__table', groupby: ['a'], metric: 'n' }
const slice = { id: 12, slice_name: 'Visits', viz_type: 'pie', params: null } as unknown as ChartResponse
const lent = { expressionType: 'SIMPLE', subject: 'b', operator: '==', comparator: 1, clause: 'WHERE', isExtra: true }

function shelfOf() {
  const stored = new Map<string, string>()
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
}
const page = (own: object = form, of: ChartResponse | null = slice, user = reader(1)) =>
  createExploreStore({ user, slice: of, dataset, form: own as typeof form, title: of?.slice_name ?? '' })

it('finds unsaved changes on another page of the chart, and restores them as one step', () => {
  const shelf = shelfOf()
  const left = page()
  autosaveDraft(left, shelf, () => 1000)
  actions.setControl(left, 'groupby', ['b'])
  actions.setTitle(left, 'Other')
  const store = page()
  const draft = readAutosavedDraft(store, shelf)
  expect(draft).toMatchObject({ keptAt: 1000, title: 'Other' })
  if (draft) restoreAutosavedDraft(store, draft)
  expect([store.getState().form['groupby'], store.getState().title]).toEqual([['b'], 'Other'])
  store.temporal.getState().undo()
  expect([store.getState().form['groupby'], store.getState().title]).toEqual([['a'], 'Visits'])
})

it('offers no draft of another user, chart or dataset, none without changes, and none discarded', () => {
  const shelf = shelfOf()
  const left = page()
  autosaveDraft(left, shelf, () => 1000)
  actions.setControl(left, 'groupby', ['b'])
  expect(readAutosavedDraft(page(form, null), shelf)).toBeNull()
  expect(readAutosavedDraft(page({ ...form, datasource: '4__table' }), shelf)).toBeNull()
  expect(readAutosavedDraft(page(form, slice, reader(2)), shelf)).toBeNull()
  expect(readAutosavedDraft(page(form, slice, { ...reader(1), userId: null }), shelf)).toBeNull()
  expect(readAutosavedDraft(page(), shelf)).not.toBeNull()
  expect(readAutosavedDraft(page({ ...form, groupby: ['b'] }), shelf)).toBeNull()
  discardAutosavedDraft(left, shelf)
  expect(readAutosavedDraft(page(), shelf)).toBeNull()
})

it('saving or restoring the saved version leaves no draft', () => {
  const shelf = shelfOf()
  const left = page(form, null)
  autosaveDraft(left, shelf, () => 1000)
  actions.setControl(left, 'groupby', ['b'])
  left.temporal.getState().undo()
  expect(shelf.stored.size).toBe(0)
  left.temporal.getState().redo()
  expect(shelf.stored.size).toBe(1)
  actions.saved(left, slice, left.getState().form)
  expect(shelf.stored.size).toBe(0)
})

it('drops old filters of a dashboard, and keeps its current ones', () => {
  const shelf = shelfOf()
  const left = page({ ...form, adhoc_filters: [lent], extra_form_data: { time_range: 'Last week' } })
  autosaveDraft(left, shelf, () => 1000)
  actions.setControl(left, 'groupby', ['b'])
  expect([...shelf.stored.values()].join()).not.toMatch(/isExtra|Last week/)
  const store = page({
    ...form,
    adhoc_filters: [{ ...lent, comparator: 2 }],
    extra_form_data: { time_range: 'Last day' },
  })
  const draft = readAutosavedDraft(store, shelf)
  if (draft) restoreAutosavedDraft(store, draft)
  expect(store.getState().form).toMatchObject({
    groupby: ['b'],
    adhoc_filters: [{ comparator: 2, isExtra: true }],
    extra_form_data: { time_range: 'Last day' },
  })
})

it('reports when a draft was saved, when none is left, and that the browser stores none', () => {
  const reports: unknown[] = []
  const store = page()
  const full = { ...shelfOf(), setItem: () => void JSON.parse('{') }
  const stop = autosaveDraft(
    store,
    shelfOf(),
    () => 1000,
    (each) => reports.push(each),
  )
  actions.setControl(store, 'groupby', ['b'])
  store.temporal.getState().undo()
  stop()
  for (const storage of [full, undefined]) {
    const stopFailing = autosaveDraft(
      store,
      storage,
      () => 2000,
      (each) => reports.push(each),
    )
    actions.setTitle(store, storage ? 'Full' : 'None')
    stopFailing()
  }
  expect(reports).toEqual([
    { isStored: true, savedAt: 1000 },
    { isStored: true, savedAt: undefined },
    { isStored: false, savedAt: undefined },
    { isStored: false, savedAt: undefined },
  ])
})
