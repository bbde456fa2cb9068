import { numbersOf, numeric, requireColumn } from './frame.ts'
import { groupRows, rowsByGroup } from './grouping.ts'
import type { Operation } from './operation.ts'
import { readOptions } from './option-reader.ts'

interface RankOptions {
  readonly metric: string
  readonly groupBy: string | undefined
}

/**
 * Adds `rank`: the rank of `metric` among the values that are not missing, as a share of their number; equal values get
 * their mean rank. With `group_by`, within each group.
 */
export const rank: Operation<RankOptions> = {
  name: 'rank',
  parse: (options) =>
    readOptions(options, (reader) => {
      if (!reader.text('metric')) reader.fail('Rank operation requires a metric')
      return { metric: reader.text('metric') ?? '', groupBy: reader.text('group_by') || undefined }
    }),
  run(frame, { metric, groupBy }) {
    const values = numbersOf(requireColumn(frame, metric))
    const keys = groupBy === undefined ? [] : [requireColumn(frame, groupBy)]
    const groups = groupRows(keys, frame.rowCount, { dropNull: true })
    const { rows, starts } = rowsByGroup(groups.group, groups.count)
    const ranks = new Float64Array(frame.rowCount).fill(Number.NaN)
    for (let group = 0; group < groups.count; group++) {
      const own = rows.subarray(starts[group], starts[group + 1]).filter((row) => !Number.isNaN(values[row]))
      rankRun(values, own, ranks)
    }
    return { ...frame, columns: [...frame.columns, numeric(['rank'], ranks)] }
  },
}

function rankRun(values: Float64Array, rows: Int32Array, ranks: Float64Array): void {
  const sorted = rows.toSorted((a, b) => (values[a] as number) - (values[b] as number))
  let from = 0
  while (from < sorted.length) {
    const value = values[sorted[from] as number]
    let to = from
    while (to < sorted.length && values[sorted[to] as number] === value) to += 1
    for (const row of sorted.subarray(from, to)) ranks[row] = (from + 1 + to) / 2 / sorted.length
    from = to
  }
}
