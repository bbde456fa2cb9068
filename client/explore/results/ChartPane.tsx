import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { datasetDisplayOf } from '#client/chart/dataset-display.ts'
import { queryText } from '#client/chart/query-text.ts'
import { ChartFrame } from '#client/chart/ChartFrame.tsx'
import {
  beforeFailure,
  type ChartState,
  hasCurrentResult,
  hasNetworkFailure,
  isServerFailure,
  queryTriggered,
  renderFailed,
  renderSucceeded,
} from '#client/chart/chart-state.ts'
import { isWidened } from '#client/chart/sample.ts'
import { useChartElement, useWidthStep } from '#client/chart/use-chart-element.ts'
import { useSignInRenewal } from '#client/session/sign-in-expiry.ts'
import { noDashboardColors } from '#core/color/dashboard-colors.ts'
import type { FormData } from '#core/form/form-data.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { ChartPlaceholder } from '../new-chart/ChartPlaceholder.tsx'
import { QuickFixes } from '../quick-fixes/QuickFixes.tsx'
import { SubstituteTypeFix } from '../quick-fixes/SubstituteTypeFix.tsx'
import { SimilarValueFix } from '../quick-fixes/SimilarValueFix.tsx'
import { isSameControl } from '../panel/control-equality.ts'
import { isStale } from '../state/stale-result.ts'
import { useRunner } from '../state/chart-runner.ts'
import { actions, formWithOwnState, chartIdOf, errorsOf, useExplore, useExploreStore } from '../state/store.ts'
import styles from './ChartPane.module.css'
import { Labels } from './Labels.tsx'

/** Loads annotation layers as soon as they are selected; the chart needs no new query for them. */
function useLayers(): void {
  const { layOver } = useRunner()
  const layers = useExplore((state) => state.form['annotation_layers'])
  useEffect(() => layOver(), [layers, layOver])
}

/** Returns the form of the shown result; null before the first result. */
const answeredForm = (chart: ChartState | undefined) => (chart?.queriesResponse ? chart.sliceFormData : null)

/** True for a result without queries. It is not shown while another loads or after a failure. */
const isBlank = (chart: ChartState) => chart.queriesResponse?.length === 0
const withoutBlank = (chart: ChartState): ChartState =>
  hasCurrentResult(chart) || !isBlank(chart) ? chart : { ...chart, queriesResponse: null }

function StaleBanner() {
  const { run } = useRunner()
  const [closedFor, setClosedFor] = useState<string | null>(null)
  const form = useExplore(formWithOwnState)
  const dataset = useExplore((state) => state.dataset)
  const answered = useExplore((state) => answeredForm(state.charts[chartIdOf(state)]))
  const isLoading = useExplore((state) => state.charts[chartIdOf(state)]?.chartStatus === 'loading')
  if (isLoading || !isStale(form, answered) || closedFor === queryText(form)) return null
  const hasErrors = Object.keys(errorsOf({ form, dataset })).length > 0
  const update = (
    <Button size="sm" variant="quiet" onPress={() => run()}>
      {t('Update chart')}
    </Button>
  )
  return (
    <Banner tone="warn" onClose={() => setClosedFor(queryText(form))} actions={hasErrors ? undefined : update}>
      {hasErrors ? t('Required control values have been removed') : t('Your chart is not up to date')}
    </Banner>
  )
}

/** Runs the query when the page opens, as soon as the form is valid, and again when a lost connection is back. */
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
  useSignInRenewal(() => {
    const chart = store.getState().charts[id]
    if (chart && isServerFailure(chart)) actions.changeCharts(store, (charts) => queryTriggered(charts, id))
  })
  useEffect(() => {
    const onOnline = () => {
      const chart = store.getState().charts[id]
      if (chart && hasNetworkFailure(chart)) actions.changeCharts(store, (charts) => queryTriggered(charts, id))
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

/** Requests a sample for the width of the pane, and again when the pane has become too wide for the sample. */
function useWidth(id: number, pane: RefObject<HTMLElement | null>): void {
  const store = useExploreStore()
  const { run, elements } = useRunner()
  useChartElement(elements, id, pane)
  const step = useWidthStep(pane)
  const isCoarse = useExplore((state) => isWidened(state.charts[id], step))
  useEffect(() => {
    const state = store.getState()
    // A chart whose form is not queried yet stays unchanged.
    const isRequested = !isStale(formWithOwnState(state), answeredForm(state.charts[id]))
    if (isCoarse && isRequested) run()
  }, [isCoarse, step, run, store, id])
}

/**
 * Returns the chart's callbacks to the page. They are stable, so that a change of the form redraws the chart only if
 * its input changes.
 */
function useRenderHandlers(id: number) {
  const store = useExploreStore()
  const { run } = useRunner()
  const onRendered = useCallback(() => actions.changeCharts(store, (all) => renderSucceeded(all, id)), [store, id])
  const onRenderFailed = useCallback(
    (error: string, stack: string | null) =>
      actions.changeCharts(store, (all) => renderFailed(all, id, error, stack, Date.now())),
    [store, id],
  )
  const onOwnState = useCallback(
    (own: Record<string, unknown>) => {
      const before = queryText(formWithOwnState(store.getState()))
      actions.setOwnState(store, own)
      if (queryText(formWithOwnState(store.getState())) !== before) run()
    },
    [store, run],
  )
  const onControls = useCallback(
    (values: Readonly<Record<string, unknown>>) => actions.setControls(store, values),
    [store],
  )
  return { onRendered, onRenderFailed, onOwnState, onControls }
}

/** Returns the form without its memory of other chart types, which does not affect the drawing. */
function looksOf({ standardizedFormData: _memory, ...looks }: FormData): object {
  return looks
}

/** Returns the chart with the form to draw: the current form, or the queried one while the result is outdated. */
function useDrawnBy(chart: ChartState, isOld: boolean): ChartState {
  const form = useExplore(formWithOwnState)
  return useMemo(() => {
    const { sliceFormData: requestedForm } = chart
    const isAsQueried = requestedForm !== null && isSameControl(looksOf(requestedForm), looksOf(form))
    return isOld || isAsQueried ? chart : { ...chart, sliceFormData: form }
  }, [isOld, chart, form])
}

interface HeldProps {
  readonly chart: ChartState
  readonly onRetry: () => void
}

/** Why the chart shows its previous result: the server failed or could not be reached. */
function PreviousResultBanner({ chart, onRetry }: HeldProps) {
  const cause = hasNetworkFailure(chart) ? t("Can't reach the server.") : (chart.chartAlert ?? '')
  const retry = (
    <Button size="sm" variant="quiet" onPress={onRetry}>
      {t('Try again')}
    </Button>
  )
  return (
    <Banner tone="danger" isLive actions={retry}>
      {t('%s The chart shows the previous result.', cause)}
    </Banner>
  )
}

function Picture({ chart }: { readonly chart: ChartState }) {
  const { run } = useRunner()
  const dataset = useExplore((state) => state.dataset)
  const isOld = useExplore((state) => isStale(formWithOwnState(state), answeredForm(chart)))
  const ownState = useExplore((state) => state.ownState)
  const colors = useExplore((state) => state.dashboard?.colors ?? noDashboardColors)
  const shown = useDrawnBy(chart, isOld)
  const handlers = useRenderHandlers(chart.id)
  const isHeld = (hasNetworkFailure(chart) || isServerFailure(chart)) && chart.queriesResponse !== null
  return (
    <div className={styles['chart']}>
      {isHeld && (
        <div className={styles['failure']}>
          <PreviousResultBanner chart={chart} onRetry={() => run()} />
        </div>
      )}
      <ChartFrame
        chart={isHeld ? beforeFailure(shown) : shown}
        isOld={isOld || isHeld || chart.chartStatus === 'loading'}
        keepsPicture
        details={datasetDisplayOf(dataset)}
        colors={colors}
        {...handlers}
        onRetry={() => run()}
        offers={
          <>
            <QuickFixes chart={chart} />
            <SubstituteTypeFix />
          </>
        }
        emptyActions={<SimilarValueFix chart={chart} />}
        ownState={ownState}
      />
    </div>
  )
}

/** The chart as on a dashboard; dimmed while it shows the result of an older query. */
export function ChartPane({ isStandalone = false }: { readonly isStandalone?: boolean }) {
  const id = useExplore(chartIdOf)
  const chart = useExplore((state) => state.charts[id])
  const hasErrors = useExplore((state) => Object.keys(errorsOf(state)).length > 0)
  const pane = useRef<HTMLElement>(null)
  useWidth(id, pane)
  useFirstRun(id)
  useLayers()
  if (!chart) return null
  const asksNothing = isBlank(chart) && hasCurrentResult(chart)
  return (
    <section ref={pane} className={styles['pane']} aria-label={t('Chart')}>
      {!isStandalone && (
        <div className={styles['bar']}>
          <div className={styles['notice']}>
            <StaleBanner />
          </div>
          <Labels />
        </div>
      )}
      {asksNothing || (chart.chartStatus === null && hasErrors) ? (
        <ChartPlaceholder />
      ) : (
        <Picture chart={withoutBlank(chart)} />
      )}
    </section>
  )
}
