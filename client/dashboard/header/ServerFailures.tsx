import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { isServerFailure } from '#client/chart/chart-state.ts'
import { t, tn } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { useHasServerFailures } from '../state/use-retry-online.ts'
import { actions, useDashboard, useDashboardStore } from '../state/store.ts'

/**
 * One banner, with one retry button, for all charts whose queries failed on the server. It stays while they are queried
 * again.
 */
export function ServerFailures() {
  const store = useDashboardStore()
  const isShown = useHasServerFailures()
  const failed = useDashboard(useShallow(({ charts }) => Object.values(charts).filter(isServerFailure)))
  const [shown, setShown] = useState(failed)
  if (failed.length > 0 && failed !== shown) setShown(failed)
  if (!isShown) return null
  const causes = [...new Set(shown.flatMap(({ chartAlert }) => chartAlert ?? []))].join(' ')
  const count = shown.length
  return (
    <Banner
      tone="danger"
      isLive
      actions={
        <Button
          size="sm"
          variant="quiet"
          isPending={failed.length === 0}
          onPress={() => actions.retryServerFailures(store)}
        >
          {t('Try again')}
        </Button>
      }
    >
      {tn('%s chart could not be loaded: %s', '%s charts could not be loaded: %s', count, count, causes)}
    </Banner>
  )
}
