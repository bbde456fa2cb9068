import { useMemo } from 'react'
import { chartType } from '#charts/index.ts'
import type { FormData } from '#core/form/form-data.ts'
import { toTable } from '#core/query/result.ts'
import type { DatasetAnswer } from '#core/rest/answers.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Skeleton } from '#ui/display/Skeleton.tsx'
import { useSamples } from '../results/use-samples.ts'
import { useRunner } from '../state/run.ts'
import { controlContext, useExplore, useExploreStore } from '../state/store.ts'
import styles from './Beginning.module.css'
import { newForm } from './new-form.ts'
import { Preview } from '#client/chart/Preview.tsx'
import { type Suggestion, suggestions } from './suggestions.ts'

/** What has been said of the question so far. */
const KEPT = ['granularity_sqla', 'time_range', 'time_grain_sqla', 'adhoc_filters']

/** The form of a suggested chart, with what has been said so far, as JSON. */
function formOf({ vizType, controls }: Suggestion, said: string, dataset: DatasetAnswer): FormData {
  return { ...newForm(vizType, dataset), ...(JSON.parse(said) as object), ...controls }
}

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
  const said = useExplore(({ form }) => JSON.stringify(Object.fromEntries(KEPT.map((name) => [name, form[name]]))))
  const begun = useMemo(() => offers.map((offer) => formOf(offer, said, dataset)), [offers, said, dataset])
  const begin = (of: FormData) => {
    store.setState({ form: of })
    run()
  }
  if (samples.isPending) return <Skeleton shape="block" label={t('Looking at the dataset')} />
  if (offers.length === 0) return <SayWhat />
  return (
    <div className={styles['begin']}>
      <h2>{t('Begin with one of these')}</h2>
      <ul>
        {offers.map(({ title, vizType }, at) => {
          const of = begun[at]
          return (
            of && (
              <li key={vizType} className={styles['offer']}>
                <Preview form={of} dataset={dataset} />
                <button type="button" onClick={() => begin(of)}>
                  <strong>{title}</strong>
                  <span>{t(chartType(vizType)?.meta.name ?? vizType)}</span>
                </button>
              </li>
            )
          )
        })}
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
