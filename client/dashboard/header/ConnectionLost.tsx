import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { actions, useDashboardStore } from '../state/store.ts'
import { useHasNetworkFailure } from '../state/use-retry-online.ts'

/** One message for all charts without a response; they still show their last result. */
export function ConnectionLost() {
  const store = useDashboardStore()
  if (!useHasNetworkFailure()) return null
  return (
    <Banner
      tone="warn"
      isLive
      actions={
        <Button size="sm" variant="quiet" onPress={() => actions.askLostAgain(store)}>
          {t('Try now')}
        </Button>
      }
    >
      {t('Connection lost. Showing earlier data; reconnecting…')}
    </Banner>
  )
}
