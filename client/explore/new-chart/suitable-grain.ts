import type { ColumnExtent } from '#core/query/column-extent.ts'
import { isTime } from '#core/query/column-profile.ts'
import { DEFAULT_GRANULARITY } from '#core/time/grains.ts'
import { grainForDuration } from '#core/time/grain-for-duration.ts'
import { actions, chartIdOf, controlContext, type ExploreStore } from '../state/store.ts'
import { timeColumnOf } from './new-form.ts'

type SpanOf = (datasetId: number, column: string) => Promise<ColumnExtent>

const unknown: ColumnExtent = { rows: Number.NaN, span: Number.NaN }

/** True if the user has not selected the grain: it is the initial one, or the default of a new chart type. */
const isUntouched = (grain: unknown, begun: unknown): boolean =>
  grain === begun || (begun === undefined && grain === DEFAULT_GRANULARITY)

/**
 * Sets the time grain of a new chart to suit the time extent of the data. The grain counts as initial value: no undo
 * step and no unsaved change. Selections or queries made in the meantime win. The row count is stored as well.
 */
export async function fitGrain(store: ExploreStore, spanOf: SpanOf): Promise<void> {
  store.setState({ isFittingGrain: true })
  try {
    await fit(store, spanOf)
  } finally {
    store.setState({ isFittingGrain: false })
  }
}

async function fit(store: ExploreStore, spanOf: SpanOf): Promise<void> {
  const { dataset, form: begun, saved: atFirst, slice } = store.getState()
  const column = timeColumnOf(dataset)
  if (
    slice !== null ||
    begun !== atFirst ||
    !column ||
    !isTime(column) ||
    column.column_name !== begun['granularity_sqla']
  )
    return
  const { rows, span } = await spanOf(dataset.id, column.column_name).catch(() => unknown)
  if (rows >= 0) actions.counted(store, dataset, rows)
  const state = store.getState()
  const chart = state.charts[chartIdOf(state)]
  const offered = controlContext(state).dataset.time_grains.map(({ value }) => (value === null ? null : String(value)))
  const time_grain_sqla = grainForDuration(span, offered, /^date$/i.test(column.type ?? ''))
  const hasMoved =
    state.dataset.id !== dataset.id ||
    !isUntouched(state.form['time_grain_sqla'], begun['time_grain_sqla']) ||
    chart?.chartStatus === 'loading' ||
    (chart?.queriesResponse ?? []).length > 0
  if (time_grain_sqla === undefined || hasMoved) return
  const { pause, resume } = store.temporal.getState()
  pause()
  store.setState(({ form, saved }) => {
    const next = { ...form, time_grain_sqla }
    return { form: next, saved: form === saved ? next : { ...saved, time_grain_sqla } }
  })
  resume()
}
