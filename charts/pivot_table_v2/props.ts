import type { PivotTableForm } from './controls.ts'
import { dimensionsOf } from './dimensions.ts'
import { grainOf } from '#charts/shared/axes/grain.ts'
import { type Formatting, formattingOf } from './formatting.ts'
import type { PivotCells, PivotLevel, PivotLine } from './lines.ts'
import type { ChartInput } from '#charts/chart.ts'
import { dimensionText, toInstant } from '#charts/shared/cell.ts'
import { textOrDefault, formatFor } from '#charts/shared/number-format.ts'
import { timeFormatter } from '#core/format/time.ts'
import { pivotForm, type PivotForm } from '#core/pivot/form.ts'
import type { Line } from '#core/pivot/grid.ts'
import { pivotLines } from '#core/pivot/pivot-view.ts'
import { columnLabel } from '#core/query/query-object.ts'
import { column, emptyTable, type Table, TEMPORAL, type Value } from '#core/table/table.ts'
import { t } from '#core/text/t.ts'
import { commonCurrency, withCurrency, splitFormat } from '#core/format/currency.ts'
import { SMART_NUMBER, EXACT_FORMAT } from '#core/format/number-formats.ts'
import { pivotAggregate } from '#core/pivot/aggregates.ts'

/**
 * Returns the number format of lines of these metrics: that of the form, or else the one of the metrics in the dataset.
 * Counts and fractions have another unit than their metrics: fractions are percentages unless the form has a format.
 */
function formatOf(input: ChartInput<PivotTableForm>, { aggregate }: PivotForm, metrics: readonly string[]): string {
  const plain = formatFor(input, 'valueFormat', [])
  const isAmount = !aggregate.startsWith('Count') && !aggregate.startsWith('Sample Variance')
  const currency = isAmount ? commonCurrency(metrics.map((metric) => input.dataset.column_formats[metric])) : undefined
  // The default format of new charts applies only to numbers without a format.
  if (plain !== SMART_NUMBER && plain !== EXACT_FORMAT) return withCurrency(plain, currency)
  if (pivotAggregate(aggregate).fraction !== null) return '.1%'
  if (!isAmount) return plain
  const own = formatFor({ ...input, form: { viz_type: input.form.viz_type } }, 'valueFormat', metrics)
  return splitFormat(own).pattern === SMART_NUMBER ? withCurrency(plain, currency) : own
}

/** The props of a pivot table. */
export interface PivotProps extends PivotCells {
  /** The conditional formats by metric. */
  readonly formatting: Readonly<Record<string, Formatting>>
}

/** Returns the levels of both sides as displayed: transposed if requested, and including the metrics. */
function levelsOf(form: PivotForm, { verbose_map }: ChartInput['dataset']) {
  const level = (name: string): PivotLevel => ({ name, title: verbose_map[name] ?? name })
  const metrics: PivotLevel = { name: null, title: t('Metric') }
  const withMetrics = (levels: readonly PivotLevel[]) =>
    form.combineMetrics ? [...levels, metrics] : [metrics, ...levels]
  const rows = (form.transpose ? form.columns : form.rows).map(level)
  const columns = (form.transpose ? form.rows : form.columns).map(level)
  return form.metricsOnRows ? { rows: withMetrics(rows), columns } : { rows, columns: withMetrics(columns) }
}

const MINUTE = 60_000

/** Returns a cached formatter for the values of a level. */
function writerOf({ name }: PivotLevel, table: Table, input: ChartInput<PivotTableForm>): (value: Value) => string {
  if (name === null) return (value) => input.dataset.verbose_map[String(value)] ?? String(value)
  const type = column(table, name)?.type ?? 1
  if (type !== TEMPORAL) return (value) => dimensionText(value, type)
  const format = textOrDefault(input.form.date_format, 'smart_date')
  const adaptive = timeFormatter(format, grainOf(input.form))
  // The adaptive format would show only the finest part of an instant between minutes, which is not a usable name.
  const write = (instant: number) =>
    format === 'smart_date' && instant % MINUTE !== 0
      ? timeFormatter('smart_date_detailed')(instant)
      : adaptive(instant)
  const known = new Map<Value, string>()
  return (value) => {
    const instant = toInstant(value)
    if (instant === null) return dimensionText(value, type)
    const text = known.get(value) ?? write(instant)
    known.set(value, text)
    return text
  }
}

/** Returns the lines of both sides and their cells. The optional second result table holds the totals. */
export function toProps(input: ChartInput<PivotTableForm>): PivotProps {
  const [table = emptyTable, answer] = input.tables
  const answered = table.columns.map(({ name }) => name)
  const form = { ...pivotForm(input.form, answered), formats: input.dataset.column_formats }
  const dimensions = dimensionsOf(input.form)
  const totals = answer && { table: answer, dimensions: dimensions.all.map(columnLabel) }
  const isEmpty = table.rowCount === 0 || form.metrics.length === 0
  const grid = isEmpty ? { columns: [], rows: [], cells: [] } : pivotLines(table, form, totals)
  const levels = levelsOf(form, input.dataset)
  const lines = (side: readonly Line[], of: readonly PivotLevel[]): readonly PivotLine[] => {
    const writers = of.map((level) => writerOf(level, table, input))
    return side.map(({ kind, own, path, metrics }) => ({
      kind,
      labels: [
        ...path.slice(0, own).map((value, level) => writers[level]?.(value) ?? ''),
        ...(own === path.length ? [] : [own === 0 ? t('Total (%s)', t(form.aggregate)) : t('Subtotal')]),
      ],
      values: path.slice(0, own),
      format: metrics.length > 0 ? formatOf(input, form, metrics) : null,
      metric: metrics.length === 1 ? (metrics[0] ?? null) : null,
    }))
  }
  const shown: PivotCells = {
    columns: lines(grid.columns, levels.columns),
    rows: lines(grid.rows, levels.rows),
    columnLevels: levels.columns,
    rowLevels: levels.rows,
    cells: grid.cells,
  }
  return { ...shown, formatting: formattingOf(shown, input.form) }
}
