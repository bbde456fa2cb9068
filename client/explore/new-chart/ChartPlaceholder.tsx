import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { useRunner } from '../state/chart-runner.ts'
import { actions, useExplore, useExploreStore } from '../state/store.ts'
import styles from './ChartPlaceholder.module.css'
import { Suggestions } from './Suggestions.tsx'

/** The placeholder if no suggestion can be drawn. */
const NoSuggestions = () => (
  <EmptyState
    title={t('Say what to draw')}
    text={t('Fill in the marked controls on the left, or select a metric and a column of the dataset.')}
  />
)

/** Suggested charts for a new chart on a dataset; one press draws a suggestion. */
function Offers() {
  const store = useExploreStore()
  const { run } = useRunner()
  const dataset = useExplore((state) => state.dataset)
  const form = useExplore((state) => state.form)
  const isFittingGrain = useExplore((state) => state.isFittingGrain)
  return (
    <div className={styles['begin']}>
      <Suggestions
        dataset={dataset}
        form={form}
        isWaiting={isFittingGrain}
        onPress={(offer) => {
          actions.takeSuggestion(store, offer)
          run()
        }}
        none={<NoSuggestions />}
        head={<h2>{t('Suggested charts')}</h2>}
        foot={<p>{t('Or select a metric and a column.')}</p>}
      />
    </div>
  )
}

/** The placeholder of a chart without a drawing; a new chart shows suggestions. */
export function ChartPlaceholder() {
  const isNew = useExplore((state) => state.slice === null)
  return isNew ? <Offers /> : <NoSuggestions />
}
