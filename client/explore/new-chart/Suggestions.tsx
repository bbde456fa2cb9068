import { type ReactNode, useCallback, useState } from 'react'
import { createBatcher } from '#calls/batch.ts'
import { chartType } from '#charts/index.ts'
import { Preview, type ChartPreviewOutcome } from '#client/chart/Preview.tsx'
import type { FormData } from '#core/form/form-data.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Button } from '#ui/base/Button.tsx'
import styles from './Suggestions.module.css'
import { type FormSuggestion, useSuggestions } from './use-suggestions.ts'

type SendQuery = ReturnType<typeof createBatcher>['ask']

interface CardProps {
  readonly offer: FormSuggestion
  readonly dataset: DatasetResponse
  readonly ask: SendQuery
  readonly isChosen: boolean | undefined
  readonly onEnd: (offer: FormSuggestion, end: ChartPreviewOutcome) => void
  readonly onPress: () => void
  readonly onTake: (() => void) | undefined
}

/** A suggested chart on the user's data with its title; the whole card can be pressed. */
function Card({ offer, dataset, ask, isChosen, onEnd, onPress, onTake }: CardProps) {
  const reportOutcome = useCallback((outcome: ChartPreviewOutcome) => onEnd(offer, outcome), [onEnd, offer])
  return (
    <li className={styles['offer']} data-chosen={isChosen || undefined}>
      <Preview form={offer.form} dataset={dataset} ask={ask} onEnd={reportOutcome} />
      <button type="button" aria-pressed={isChosen} onClick={onPress} onDoubleClick={onTake}>
        <strong>{offer.title}</strong>
        <span>{t(chartType(offer.vizType)?.meta.name ?? offer.vizType)}</span>
      </button>
    </li>
  )
}

interface CardsProps {
  readonly dataset: DatasetResponse
  readonly offers: readonly FormSuggestion[]
  readonly chosen: string | undefined
  readonly isWide: boolean
  readonly onPress: (offer: FormSuggestion) => void
  readonly onTake: ((offer: FormSuggestion) => void) | undefined
  readonly none: ReactNode
  readonly head: ReactNode
  readonly foot: ReactNode
}

/** The cards whose queries returned rows or are still running; all are sent in one request. */
function Cards({ dataset, offers, chosen, isWide, onPress, onTake, none, head, foot }: CardsProps) {
  const [{ ask }] = useState(() => createBatcher())
  const [outcomes, setOutcomes] = useState<ReadonlyMap<FormSuggestion, ChartPreviewOutcome>>(new Map())
  const [round, setRound] = useState(0)
  const onEnd = useCallback(
    (offer: FormSuggestion, outcome: ChartPreviewOutcome) => setOutcomes((all) => new Map(all).set(offer, outcome)),
    [],
  )
  const shown = offers.filter((each) => (outcomes.get(each) ?? 'answered') === 'answered')
  const retry = () => {
    setOutcomes(new Map())
    setRound(round + 1)
  }
  if (shown.length === 0)
    return offers.some((each) => outcomes.get(each) === 'failed') ? <Failed onRetry={retry} /> : none
  return (
    <>
      {head}
      <ul className={styles['offers']} data-wide={isWide || undefined} aria-label={t('Charts of your data')}>
        {shown.map((each) => (
          <Card
            key={`${each.vizType} ${round}`}
            offer={each}
            dataset={dataset}
            ask={ask}
            isChosen={onTake && each.vizType === chosen}
            onEnd={onEnd}
            onPress={() => onPress(each)}
            onTake={onTake && (() => onTake(each))}
          />
        ))}
      </ul>
      {foot}
    </>
  )
}

const Failed = ({ onRetry, text }: { readonly onRetry: () => void; readonly text?: string | undefined }) => (
  <ErrorPanel
    title={t('Chart suggestions could not be loaded')}
    text={text}
    actions={
      <Button size="sm" onPress={onRetry}>
        {t('Try again')}
      </Button>
    }
  />
)

interface Props extends Pick<CardsProps, 'onPress' | 'none'> {
  readonly dataset: DatasetResponse
  /** The form so far; absent for a new chart. */
  readonly form?: FormData | undefined
  /** The selected chart type, if the gallery selects before it applies. */
  readonly chosen?: string | undefined
  readonly onTake?: ((offer: FormSuggestion) => void) | undefined
  /** Content before and after the charts, if there are any. */
  readonly head?: ReactNode
  readonly foot?: ReactNode
  /** True if the form is about to change: nothing is drawn until it has. */
  readonly isWaiting?: boolean
  /** Fills the width with as many cards as fit. */
  readonly isWide?: boolean
}

/** Suggested charts for a dataset, or for the selected columns and metrics, drawn from its rows. */
export function Suggestions(props: Props) {
  const { dataset, form, chosen, onPress, onTake, none, head, foot, isWide = false, isWaiting = false } = props
  const { isPending, error, all, retry } = useSuggestions(dataset, form)
  if (isPending || isWaiting) return <Skeleton shape="block" label={t('Looking at the dataset')} />
  if (error) return <Failed text={error.message} onRetry={retry} />
  if (all.length === 0) return none
  return (
    <Cards
      dataset={dataset}
      offers={all}
      chosen={chosen}
      isWide={isWide}
      onPress={onPress}
      onTake={onTake}
      none={none}
      head={head}
      foot={foot}
    />
  )
}
