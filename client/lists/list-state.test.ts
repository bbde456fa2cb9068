import { describe, expect, it } from 'vitest'
import { withSortOrder, printListState, readListState } from '#client/lists/list-state.ts'

describe('the state of a list in its URL', () => {
  it('R-GENERIC-11: sorts by the last change, newest first, by default', () => {
    expect(readListState({})).toEqual({
      search: '',
      page: 0,
      order: 'changed_on_delta_humanized',
      isDescending: true,
      filters: {},
    })
  })
  it('reads the URL that it prints', () => {
    for (const state of [
      { search: 'a b', page: 3, order: 'slice_name', isDescending: false, filters: { owner: '7', favorite: 'yes' } },
      { search: '', page: 0, order: 'changed_on_delta_humanized', isDescending: true, filters: {} },
    ])
      expect(readListState(printListState(state))).toEqual(state)
  })
  it('takes the default order of the list unless the URL has one', () => {
    const order = { order: 'name', isDescending: false }
    expect(withSortOrder(readListState({}), order)).toMatchObject(order)
    const reversed = { ...readListState({}), order: 'name', isDescending: true }
    expect(withSortOrder(readListState(printListState(reversed)), order)).toEqual(reversed)
  })
  it('ignores invalid pages', () => {
    for (const page of ['0', '-1', 'x', '1.5']) expect(readListState({ page }).page).toBe(0)
  })
})
