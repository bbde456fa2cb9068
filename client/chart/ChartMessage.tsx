import type { ReactNode } from 'react'
import { chartType } from '#charts/index.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { lazyComponent } from '#ui/base/lazy-component.tsx'
import { type ChartState, hasNetworkFailure } from './chart-state.ts'

const LegacyRows = lazyComponent(
  async () => (await import('./LegacyRows.tsx')).LegacyRows,
  undefined,
  ({ onRetry }) => <Button onPress={onRetry}>{t('Try again')}</Button>,
)

export interface ChartMessageProps {
  readonly chart: ChartState
  readonly onRetry: () => void
  /** Actions of the user on a message: edit the chart, ignore a filter. */
  readonly messageActions?: ReactNode
  /** Fixes for a failure, shown before all other actions. */
  readonly offers?: ReactNode
  /** True if a banner of the page shows the cause of the failure and retries all charts. */
  readonly isFailureBrief?: boolean | undefined
  /** Why the chart is empty and what to do about it, if known. */
  readonly emptyText?: ReactNode
  readonly emptyActions?: ReactNode
}

interface Props extends ChartMessageProps {
  readonly isEmpty: boolean
  readonly problem: string | undefined
}

/** The message shown instead of a chart: an error, an empty result or a stopped load. */
export function ChartMessage(props: Props) {
  const { chart, onRetry, messageActions, isEmpty, problem } = props
  const form = chart.latestQueryFormData ?? chart.form_data
  const isKnown = chartType(form.viz_type) !== undefined
  if (chart.chartStatus === 'failed' && props.isFailureBrief)
    return (
      <EmptyState
        size="sm"
        title={hasNetworkFailure(chart) ? t("Can't reach the server.") : t("Couldn't load this chart")}
        actions={<IconButton icon="refresh" size="sm" variant="outlined" label={t('Try again')} onPress={onRetry} />}
      />
    )
  const retry = <Button onPress={onRetry}>{t('Try again')}</Button>
  if (chart.chartStatus === 'failed' || problem !== undefined)
    return (
      <ErrorPanel
        title={t("Couldn't load this chart")}
        text={chart.chartAlert ?? problem}
        {...(chart.chartStackTrace ? { details: chart.chartStackTrace, detailsLabel: t('Details') } : {})}
        actions={
          <>
            {props.offers}
            {isKnown ? retry : <LegacyRows form={form} />}
            {messageActions}
          </>
        }
      />
    )
  if (chart.chartStatus === 'stopped' && !chart.queriesResponse)
    return <EmptyState size="sm" title={chart.chartAlert ?? ''} actions={retry} />
  if (isEmpty)
    return (
      <EmptyState
        size="sm"
        title={t('No rows match')}
        text={props.emptyText ?? t('No data for the current filters or time range.')}
        actions={props.emptyActions ?? messageActions}
      />
    )
  return null
}
