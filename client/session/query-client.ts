import { QueryClient } from '@tanstack/react-query'
import { ApiResponseError } from '#calls/call.ts'

/**
 * What the server knows lives here and is never copied into a store. An answered error is final; a lost one is tried
 * twice more, then said, and asked once again when the connection is back. Being offline is no reason to wait in silence.
 */
export const queryClient = new QueryClient({
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
