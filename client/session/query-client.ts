import { QueryClient } from '@tanstack/react-query'
import { ApiResponseError } from '#calls/call.ts'

/**
 * Returns a client with the defaults of the product. An error response is final. A network failure is retried twice,
 * then reported, and retried once the connection is back. Requests are sent even when offline, so that they fail
 * visibly.
 */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
        retry: (count, error) => count < 2 && error instanceof ApiResponseError && error.kind === 'network',
        retryDelay: (count) => 400 * 2 ** count,
      },
      mutations: { networkMode: 'always' },
    },
  })

/** Holds all server state, which is never copied into a store. */
export const queryClient = createQueryClient()
