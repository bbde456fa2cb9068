import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { FavoriteStar } from './FavoriteStar.tsx'
import { runDeletion } from '#client/session/deleted-resources.ts'
import { queryClient } from '#client/session/query-client.ts'
import { press, mockResponses, waitForAssertion } from '#testing/user-input.ts'
import { toast } from '#ui/overlay/toast.ts'

beforeEach(() => queryClient.clear())

const broken = () => Response.json({ message: 'the store is locked' }, { status: 500 })

function open(answers: Readonly<Record<string, unknown>>) {
  const calls = mockResponses(answers)
  render(
    <QueryClientProvider client={queryClient}>
      <FavoriteStar kind="chart" id={7} name="Late" />
    </QueryClientProvider>,
  )
  return calls
}

it('R-FAV-04: a failure to read the status is reported, and the favorite can still be set', async () => {
  open({ '/api/v1/chart/favorite_status/': broken, '/superset/favstar/': { count: 1 } })
  const text = 'There was an error fetching the favorite status: the store is locked'
  await waitForAssertion(() => expect(toast.first()?.text).toBe(text))
  await press('Add Late to favorites')
  await waitForAssertion(() => expect(screen.getByRole('button', { name: 'Remove Late from favorites' })).toBeTruthy())
})

it('reports nothing if the row was deleted before its status was read', async () => {
  toast.clear()
  let isAnswered = false
  open({
    '/api/v1/chart/favorite_status/': () => {
      isAnswered = true
      return Response.json({ message: 'Not found' }, { status: 404 })
    },
  })
  await waitForAssertion(() => expect(isAnswered).toBe(true))
  await waitForAssertion(() => expect(queryClient.isFetching()).toBe(0))
  expect(toast.first()).toBeUndefined()
})

it('sends no query for a row that is being deleted', async () => {
  toast.clear()
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const deletion = runDeletion(queryClient, 'chart', [7], () => ended)
  const calls = open({ '/api/v1/chart/favorite_status/': { result: [] } })
  expect(queryClient.isFetching()).toBe(1)
  end()
  await deletion
  await waitForAssertion(() => expect(queryClient.isFetching()).toBe(0))
  expect(calls).toEqual([])
  expect(toast.first()).toBeUndefined()
})

it('R-FAV-05: reports and reverts a favorite that cannot be saved', async () => {
  open({ '/api/v1/chart/favorite_status/': { result: [{ id: 7, value: false }] }, '/superset/favstar/': broken })
  await waitForAssertion(() => expect(screen.getByRole('button', { name: 'Add Late to favorites' })).toBeTruthy())
  await press('Add Late to favorites')
  const text = 'There was an error saving the favorite status: the store is locked'
  await waitForAssertion(() => expect(toast.first()?.text).toBe(text))
  expect(screen.getByRole('button', { name: 'Add Late to favorites' })).toBeTruthy()
})
