import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchExampleLoad } from '#calls/example-load.ts'
import { session } from '#client/session/session.ts'
import type { ExampleLoad } from '#core/rest/example-load.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Progress } from '#ui/display/Progress.tsx'
import { Stack } from '#ui/layout/Stack.tsx'

/** Milliseconds between two requests for the progress. */
const POLL_MS = 1000
export const EXAMPLE_LOAD_KEY = ['example load'] as const

const STARTED: ExampleLoad = { state: 'loading', loaded: 0, total: 0 }

/**
 * Returns the state of the load of the example data, which is polled until it ends; `none` if none was running when the
 * page was opened. Whenever more is loaded, lists are fetched again first.
 */
export function useExampleLoad(): ExampleLoad {
  const client = useQueryClient()
  const { isLoadingExamples } = session().settings
  const { data } = useQuery({
    queryKey: EXAMPLE_LOAD_KEY,
    queryFn: async ({ signal }) => {
      const { state, loaded } = client.getQueryData<ExampleLoad>(EXAMPLE_LOAD_KEY) ?? STARTED
      const load = await fetchExampleLoad(signal)
      const isChanged = load.state !== state || load.loaded !== loaded
      if (isChanged) await client.invalidateQueries({ queryKey: ['list'] })
      return load
    },
    enabled: isLoadingExamples,
    staleTime: ({ state }) => (state.data?.state === 'loading' ? 0 : Number.POSITIVE_INFINITY),
    refetchInterval: ({ state }) => (state.data?.state === 'loading' && state.status === 'success' ? POLL_MS : false),
  })
  return data ?? { ...STARTED, state: isLoadingExamples ? 'loading' : 'none' }
}

function LoadProgress({ load: { loaded, total } }: { readonly load: ExampleLoad }) {
  return (
    <Stack gap={2}>
      {total > 0 && <span>{t('%s of %s parts loaded', loaded, total)}</span>}
      <Progress label={t('Loading examples')} isThin={false} {...(total > 0 && { value: loaded / total })} />
    </Stack>
  )
}

/** Reports that the example data are being loaded, or that their load has failed. */
export function ExampleLoadBanner() {
  const load = useExampleLoad()
  if (load.state === 'none') return null
  if (load.state === 'failed')
    return (
      <Banner tone="danger" isLive>
        {t("Couldn't load the examples. The server log has the reason; the next start of the server tries again.")}
      </Banner>
    )
  return (
    <Banner isLive>
      {t('Loading examples…')}
      <LoadProgress load={load} />
    </Banner>
  )
}

/** The empty state of a list whose first rows are still being loaded. */
export function ExampleLoadEmptyState() {
  return (
    <EmptyState
      size="lg"
      icon="database"
      title={t('Loading examples…')}
      text={<LoadProgress load={useExampleLoad()} />}
    />
  )
}
