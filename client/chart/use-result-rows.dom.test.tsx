import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Table } from '#core/table/table.ts'
import { waitForAssertion } from '#testing/user-input.ts'
import { useTableRows } from './use-result-rows.ts'

const table = (values: readonly (number | null)[]): Table => ({
  columns: [
    { name: 'a', type: 0, values: values.map((_, row) => row) },
    { name: 'b', type: 0, values },
  ],
  rowCount: values.length,
})

it('shows only the rows with null in a column, and all again', async () => {
  const first = table([5, null, 7, null])
  const { result, rerender } = renderHook(({ of }) => useTableRows(of), { initialProps: { of: first } })
  expect(result.current.rows).toEqual([0, 1, 2, 3])
  act(() => result.current.onNulls(1))
  expect([result.current.rows, result.current.nullsOf]).toEqual([[1, 3], 1])
  act(() => result.current.onNulls(1))
  expect([result.current.rows, result.current.nullsOf]).toEqual([[0, 1, 2, 3], undefined])
  act(() => result.current.onNulls(1))
  rerender({ of: table([1, null]) })
  await waitForAssertion(() => expect(result.current.rows).toEqual([0, 1]))
})
