import { expect, it } from 'vitest'
import { resourceState } from './use-resource.ts'

it('R-GENERIC-09: a resource has loading, resource and error', () => {
  expect(resourceState({ isFetching: true, data: undefined, error: null })).toEqual({
    loading: true,
    resource: null,
    error: null,
  })
  expect(resourceState({ isFetching: false, data: { id: 7 }, error: null })).toEqual({
    loading: false,
    resource: { id: 7 },
    error: null,
  })
  const error = new Error('gone')
  expect(resourceState({ isFetching: false, data: undefined, error })).toEqual({
    loading: false,
    resource: null,
    error,
  })
})

it('the previous data stay during a new request', () => {
  expect(resourceState({ isFetching: true, data: 1, error: null })).toEqual({ loading: true, resource: 1, error: null })
})
