import { type ComponentType, memo, useCallback, useMemo, useRef } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Control, ControlContext, ControlViewProps } from '#controls/control.ts'
import type { Extent } from '#core/time/extent.ts'
import { fetchColumnExtent, fetchQueryTable } from '#calls/column-extent.ts'
import { fetchColumnDistribution } from '#calls/column-distribution.ts'
import { controlViews } from '#client/control-views.ts'
import { extentOf, distributionOf } from '#client/session/extent.ts'
import { CrashBoundary } from '#client/shell/CrashBoundary.tsx'
import { actions, chartIdOf, controlContext, useExplore, useExploreStore } from '../state/store.ts'
import { inUndoGroup } from '../state/undo-groups.ts'
import { rendersSameControl, isSame } from './control-equality.ts'
import { trackContextReads, type TrackedContext } from './tracked-context.ts'
import { visibleErrors } from './visible-errors.ts'
import styles from './ControlPanel.module.css'

interface ShownProps {
  readonly View: ComponentType<ControlViewProps>
  readonly control: Control
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly errors: readonly string[]
  readonly context: ControlContext
}

const NONE: readonly string[] = []
const isSameShown = (before: ShownProps, after: ShownProps): boolean =>
  before.View === after.View &&
  rendersSameControl(before.control, after.control) &&
  isSame(before.value, after.value) &&
  before.onChange === after.onChange &&
  before.context === after.context &&
  before.errors.join('\n') === after.errors.join('\n')

/** Memoized: a change of one control does not render the others. */
const MemoizedControl = memo(function Shown({ View, ...props }: ShownProps) {
  return <View {...props} />
}, isSameShown)

/** Returns the suggestion for a failure caused by a wrong name; the same object until the next query. */
function useFailure(): ControlContext['failure'] {
  const chart = useExplore((state) => state.charts[chartIdOf(state)])
  const message = chart?.chartStatus === 'failed' ? chart.chartAlert : null
  const mistake = chart?.chartUnknownName
  return useMemo(() => (message !== null && mistake ? { message, mistake } : undefined), [message, mistake])
}

/** Returns a context that stays the same object until its contents, or a form read by its View, change. */
function useContextOfView(): ControlContext {
  const store = useExploreStore()
  const form = useExplore((state) => state.form)
  const dataset = useExplore((state) => state.dataset)
  const dashboard = useExplore((state) => state.dashboard)
  const layerErrors = useExplore((state) => state.charts[chartIdOf(state)]?.annotationError)
  const failure = useFailure()
  const readContext = useMemo(() => {
    const { form: _, ...rest } = controlContext({ dataset, form: store.getState().form, dashboard })
    const known = {
      ...rest,
      extentOf: (column: string) =>
        extentOf(dataset.id, column, { spanOf: fetchColumnExtent, tableOf: fetchQueryTable }),
      spreadOf: (column: string, extent: Extent) =>
        distributionOf({ datasetId: dataset.id, column, extent }, (over, signal) =>
          fetchColumnDistribution(dataset, column, over, signal),
        ),
    }
    return { ...known, ...(failure ? { failure } : {}), ...(layerErrors ? { layerErrors } : {}) }
  }, [store, dataset, dashboard, failure, layerErrors])
  const seen = useRef<TrackedContext>(undefined)
  const { current } = seen
  if (!current || current.said !== readContext || (current.form !== form && current.isRead()))
    seen.current = trackContextReads(readContext, form, () => store.getState().form)
  return (seen.current as TrackedContext).context
}

interface ItemProps {
  readonly control: Control
  /** The number of controls in the same line. */
  readonly inLine: number
}

/** Slightly less than an equal share, so that the gaps fit; the controls grow to fill the line. */
const flexShare = (inLine: number) => (inLine > 1 ? { flexBasis: `calc(${100 / inLine}% - var(--s2))` } : undefined)

/** One control of the panel; renders nothing if its type or the form hides it. */
export function ControlItem({ control, inLine }: ItemProps) {
  const store = useExploreStore()
  const form = useExplore((state) => state.form)
  const errors = useExplore(useShallow((state) => visibleErrors(state, control))) ?? NONE
  const context = useContextOfView()
  const { name } = control
  const onChange = useCallback(
    (value: unknown) => inUndoGroup(store, name, () => actions.setControl(store, name, value)),
    [store, name],
  )
  const View = controlViews.get(control.type)
  if (!View) return null
  return (
    <div className={styles['control']} style={flexShare(inLine)} data-control={name}>
      <CrashBoundary resetKey={form}>
        <MemoizedControl
          View={View}
          control={control}
          value={form[name]}
          onChange={onChange}
          errors={errors}
          context={context}
        />
      </CrashBoundary>
    </div>
  )
}
