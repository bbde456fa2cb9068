import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { factsOf } from '#client/chart/facts.ts'
import { questionOf } from '#client/chart/question.ts'
import { ChartFrame } from '#client/chart/ChartFrame.tsx'
import {
  type ChartState,
  isAnswered,
  isLost,
  queryTriggered,
  renderFailed,
  renderSucceeded,
} from '#client/chart/machine.ts'
import { isWidened } from '#client/chart/sample.ts'
import { usePlace, useWidthStep } from '#client/chart/use-place.ts'
import { noDashboardColors } from '#core/color/dashboard-colors.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/input/Button.tsx'
import { Beginning } from '../begin/Beginning.tsx'
import { Mends } from '../mend/Mends.tsx'
import { NearestKind } from '../mend/NearestKind.tsx'
import { NearValues } from '../mend/NearValues.tsx'
import { isStale } from '../state/stale.ts'
import { useRunner } from '../state/run.ts'
import { actions, askedForm, chartIdOf, errorsOf, useExplore, useExploreStore } from '../state/store.ts'
import styles from './ChartPane.module.css'
import { Labels } from './Labels.tsx'
import { useLayers } from './use-layers.ts'

/** The form whose answer is shown; null before the first answer. */
const answeredForm = (chart: ChartState | undefined) => (chart?.queriesResponse ? chart.sliceFormData : null)

/** An answer to no question is none: it is not there to be shown while another is loaded, or after that has failed. */
const isBlank = (chart: ChartState) => chart.queriesResponse?.length === 0
const withoutBlank = (chart: ChartState): ChartState =>
  isAnswered(chart) || !isBlank(chart) ? chart : { ...chart, queriesResponse: null }

function StaleBanner() {
  const { run } = useRunner()
  const [closedFor, setClosedFor] = useState<string | null>(null)
  const form = useExplore(askedForm)
  const dataset = useExplore((state) => state.dataset)
  const answered = useExplore((state) => answeredForm(state.charts[chartIdOf(state)]))
  const isLoading = useExplore((state) => state.charts[chartIdOf(state)]?.chartStatus === 'loading')
  if (isLoading || !isStale(form, answered) || closedFor === questionOf(form)) return null
  const hasErrors = Object.keys(errorsOf({ form, dataset })).length > 0
  const update = (
    <Button size="sm" variant="quiet" onPress={() => run()}>
      {t('Update chart')}
    </Button>
  )
  return (
    <Banner tone="warn" onClose={() => setClosedFor(questionOf(form))} actions={hasErrors ? undefined : update}>
      {hasErrors ? t('Required control values have been removed') : t('Your chart is not up to date')}
    </Banner>
  )
}

/** Asks when the page opens, as soon as the form can be asked, and again when a lost connection is back. */
function useFirstRun(id: number): void {
  const store = useExploreStore()
  const { run, stop } = useRunner()
  const isForced = useRef(store.getState().force)
  const hasErrors = useExplore((state) => Object.keys(errorsOf(state)).length > 0)
  const isWanted = useExplore((state) => {
    const chart = state.charts[id]
    return chart?.triggerQuery === true && chart.chartStatus !== 'loading'
  })
  useEffect(() => {
    if (!isWanted || hasErrors) return
    run(isForced.current)
    isForced.current = false
  }, [isWanted, hasErrors, run])
  useEffect(() => {
    const onOnline = () => {
      const chart = store.getState().charts[id]
      if (chart && isLost(chart)) actions.changeCharts(store, (charts) => queryTriggered(charts, id))
    }
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [store, id])
  useEffect(
    () => () => {
      if (store.getState().charts[id]?.chartStatus !== 'loading') return
      stop()
      actions.changeCharts(store, (charts) => queryTriggered(charts, id))
    },
    [store, stop, id],
  )
}

/** Asks for a picture as wide as the pane, and again for a sample that is too coarse since the pane is wider. */
function useWidth(id: number, pane: RefObject<HTMLElement | null>): void {
  const store = useExploreStore()
  const { run, places } = useRunner()
  usePlace(places, id, pane)
  const step = useWidthStep(pane)
  const isCoarse = useExplore((state) => isWidened(state.charts[id], step))
  useEffect(() => {
    const state = store.getState()
    // What is not asked for yet stays as it is.
    const isAsked = !isStale(askedForm(state), answeredForm(state.charts[id]))
    if (isCoarse && isAsked) run()
  }, [isCoarse, step, run, store, id])
}

function Picture({ chart }: { readonly chart: ChartState }) {
  const store = useExploreStore()
  const { run } = useRunner()
  const dataset = useExplore((state) => state.dataset)
  const form = useExplore(askedForm)
  const ownState = useExplore((state) => state.ownState)
  const colors = useExplore((state) => state.dashboard?.colors ?? noDashboardColors)
  const isOld = isStale(form, answeredForm(chart))
  // Controls of the picture are drawn as they are now; those of the question stay as asked.
  const shown = useMemo(() => (isOld ? chart : { ...chart, sliceFormData: form }), [isOld, chart, form])
  const { id } = chart
  return (
    <div className={styles['chart']}>
      <ChartFrame
        chart={shown}
        isOld={isOld || chart.chartStatus === 'loading'}
        keepsPicture
        facts={factsOf(dataset)}
        colors={colors}
        onRendered={() => actions.changeCharts(store, (all) => renderSucceeded(all, id))}
        onRenderFailed={(error, stack) =>
          actions.changeCharts(store, (all) => renderFailed(all, id, error, stack, Date.now()))
        }
        onRetry={() => run()}
        offers={
          <>
            <Mends chart={chart} />
            <NearestKind />
          </>
        }
        emptyActions={<NearValues chart={chart} />}
        ownState={ownState}
        onOwnState={(own) => {
          const before = questionOf(askedForm(store.getState()))
          actions.setOwnState(store, own)
          if (questionOf(askedForm(store.getState())) !== before) run()
        }}
        onControls={(values) => actions.setControls(store, values)}
      />
    </div>
  )
}

/** The picture as it would stand on a dashboard, dimmed while it answers an older question. */
export function ChartPane({ isAlone = false }: { readonly isAlone?: boolean }) {
  const id = useExplore(chartIdOf)
  const chart = useExplore((state) => state.charts[id])
  const hasErrors = useExplore((state) => Object.keys(errorsOf(state)).length > 0)
  const pane = useRef<HTMLElement>(null)
  useWidth(id, pane)
  useFirstRun(id)
  useLayers()
  if (!chart) return null
  const asksNothing = isBlank(chart) && isAnswered(chart)
  return (
    <section ref={pane} className={styles['pane']} aria-label={t('Chart')}>
      {!isAlone && <Labels />}
      {!isAlone && <StaleBanner />}
      {asksNothing || (chart.chartStatus === null && hasErrors) ? (
        <Beginning />
      ) : (
        <Picture chart={withoutBlank(chart)} />
      )}
    </section>
  )
}
