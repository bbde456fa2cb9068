import { useMemo } from 'react'
import { chartType } from '#charts/index.ts'
import { ChartThumbnail } from '#client/chart/ChartThumbnail.tsx'
import { toTable } from '#core/query/result.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Skeleton } from '#ui/display/Skeleton.tsx'
import { useSamples } from '../results/use-samples.ts'
import { useRunner } from '../state/run.ts'
import { controlContext, useExplore, useExploreStore } from '../state/store.ts'
import styles from './Beginning.module.css'
import { newForm } from './new-form.ts'
import { type Suggestion, suggestions } from './suggestions.ts'

/** What has been said of the question so far. */
const KEPT = ['granularity_sqla', 'time_range', 'time_grain_sqla', 'adhoc_filters']

/** Nothing that could be drawn without a word. */
const SayWhat = () => (
  <EmptyState
    title={t('Say what to draw')}
    text={t('Fill in the marked controls on the left, or press a metric and a column of the dataset.')}
  />
)

/** What a new chart over a dataset can begin with; each is drawn by one press. */
function Offers() {
  const store = useExploreStore()
  const { run } = useRunner()
  const dataset = useExplore((state) => state.dataset)
  const samples = useSamples(dataset)
  const offers = useMemo(() => {
    const isLocked = controlContext(store.getState()).dataset.disallow_adhoc_metrics === true
    return suggestions(dataset, samples.data && toTable(samples.data), isLocked)
  }, [store, dataset, samples.data])
  const begin = ({ vizType, controls }: Suggestion) => {
    store.setState(({ form }) => {
      const kept = KEPT.filter((name) => form[name] !== undefined).map((name) => [name, form[name]] as const)
      return { form: { ...newForm(vizType, dataset), ...Object.fromEntries(kept), ...controls } }
    })
    run()
  }
  if (samples.isPending) return <Skeleton shape="block" label={t('Looking at the dataset')} />
  if (offers.length === 0) return <SayWhat />
  return (
    <div className={styles['begin']}>
      <h2>{t('Begin with one of these')}</h2>
      <ul>
        {offers.map((offer) => (
          <li key={offer.vizType}>
            <button type="button" className={styles['offer']} onClick={() => begin(offer)}>
              <ChartThumbnail vizType={offer.vizType} isWide />
              <strong>{offer.title}</strong>
              <span>{t(chartType(offer.vizType)?.meta.name ?? '')}</span>
            </button>
          </li>
        ))}
      </ul>
      <p>{t('Or press a metric and a column of the dataset.')}</p>
    </div>
  )
}

/** What stands where a chart has nothing to draw yet: charts to begin with while it is new. */
export function Beginning() {
  const isNew = useExplore((state) => state.slice === null)
  return isNew ? <Offers /> : <SayWhat />
}
