import { NUMERIC } from '#core/table/table.ts'
import type { Budget } from './post-budget.ts'
import { columnsNamed, type Frame, type FrameColumn, numbersOf, numeric, throwPostError, withName } from './frame.ts'
import type { Operation } from './operation.ts'
import { readOptions } from './option-reader.ts'

interface ContributionOptions {
  readonly orientation: string
  readonly columns: readonly string[] | undefined
  readonly renamed: readonly string[] | undefined
  readonly shifts: readonly string[]
  readonly totals: ReadonlyMap<string, number> | undefined
}

/**
 * Computes shares of a total. `orientation` `column` (default) divides each cell by the sum of its column, `row` by the
 * sum of the selected cells of its row; missing cells count as 0. `columns` defaults to all numeric columns; with
 * `rename_columns` the shares are appended under those names. With `time_shifts` rows are summed separately for each
 * shift. `contribution_totals` supplies the totals of columns; a supplied total of 0 gives 0. Any other total of 0
 * gives null.
 */
export const contribution: Operation<ContributionOptions> = {
  name: 'contribution',
  parse: (options) =>
    readOptions(options, (reader) => {
      const orientation = reader.text('orientation') ?? 'column'
      if (orientation !== 'row' && orientation !== 'column') reader.fail(`Invalid orientation: ${orientation}`)
      const totals = reader.pairs('contribution_totals', (value) => Number(value ?? 0))
      return {
        orientation,
        columns: reader.texts('columns'),
        renamed: reader.texts('rename_columns'),
        shifts: reader.texts('time_shifts') ?? [],
        totals: totals ? new Map(totals) : undefined,
      }
    }),
  run(frame, options, budget) {
    const chosen = chosenOf(frame, options.columns, budget)
    const names = options.columns ?? chosen.map(({ header }) => header[0] ?? '')
    const targets = options.renamed ?? names
    if (targets.length !== names.length) throwPostError('`rename_columns` must have the same length as `columns`.')
    const shares = options.orientation === 'row' ? ofRows(frame, chosen, options) : ofColumns(chosen, options)
    if (!options.renamed) return { ...frame, columns: frame.columns.map((column) => shares.get(column) ?? column) }
    const target = new Map(names.map((name, index) => [name, targets[index] ?? name]))
    const added = [...shares.values()].map((column) => withName(column, target.get(column.header[0] ?? '') ?? ''))
    const replaced = new Set(added.map(({ header }) => JSON.stringify(header)))
    const remaining = frame.columns.filter(({ header }) => !replaced.has(JSON.stringify(header)))
    return { ...frame, columns: [...remaining, ...added] }
  },
}

function chosenOf(frame: Frame, names: readonly string[] | undefined, budget: Budget): readonly FrameColumn[] {
  if (!names) return frame.columns.filter(({ type }) => type === NUMERIC)
  const chosen: FrameColumn[] = []
  for (const name of names) {
    const isThere = frame.columns.some(({ header, type }) => header[0] === name && type === NUMERIC)
    if (!isThere) throwPostError(`Column "${name}" is not numeric or does not exists in the query results.`)
    chosen.push(...columnsNamed(frame, name))
    budget.frame(frame.rowCount, chosen.length)
  }
  return chosen
}

/** True if a name is a metric at a shifted time, either compared or renamed for display. */
function isShifted(name: string, shift: string): boolean {
  return name === shift || name.endsWith(`__${shift}`) || name.endsWith(`, ${shift}`)
}

type Shares = ReadonlyMap<FrameColumn, FrameColumn>

function fillMissing(column: FrameColumn): Float64Array {
  return numbersOf(column).map((value) => (Number.isNaN(value) ? 0 : value))
}

function ofColumns(columns: readonly FrameColumn[], { totals }: ContributionOptions): Shares {
  return new Map(
    columns.map((column) => {
      const cells = fillMissing(column)
      const given = totals && (totals.get(column.header[0] ?? '') ?? 0)
      const total = given ?? cells.reduce((sum, value) => sum + value, 0)
      const shares = given === 0 ? cells.map(() => 0) : cells.map((value) => value / total)
      return [column, numeric(column.header, shares)]
    }),
  )
}

function ofRows(frame: Frame, columns: readonly FrameColumn[], { shifts }: ContributionOptions): Shares {
  const shiftOf = ({ header }: FrameColumn) => shifts.find((shift) => isShifted(header[0] ?? '', shift)) ?? ''
  const totals = new Map<string, Float64Array>()
  for (const column of columns) {
    const shift = shiftOf(column)
    const total = totals.get(shift) ?? new Float64Array(frame.rowCount)
    const cells = fillMissing(column)
    totals.set(
      shift,
      total.map((sum, row) => sum + (cells[row] as number)),
    )
  }
  return new Map(
    columns.map((column) => {
      const total = totals.get(shiftOf(column))
      return [
        column,
        numeric(
          column.header,
          fillMissing(column).map((value, row) => value / (total?.[row] ?? 0)),
        ),
      ]
    }),
  )
}
