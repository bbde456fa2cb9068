import { type Aggregate, aggregateColumn, readAggregates, sourceOf } from './aggregates.ts'
import type { FrameColumn } from './frame.ts'
import { requireColumn, withName } from './frame.ts'
import { groupRows, rowsByGroup } from './grouping.ts'
import type { Operation } from './operation.ts'
import { readOptions } from './option-reader.ts'

interface AggregateOptions {
  readonly groupby: readonly string[]
  readonly aggregates: readonly Aggregate[]
}

/**
 * Returns one row per combination of `groupby`, ascending; rows with a missing key are omitted. Without keys, one row.
 */
export const aggregate: Operation<AggregateOptions> = {
  name: 'aggregate',
  parse: (options) =>
    readOptions(options, (reader) => ({
      groupby: reader.texts('groupby') ?? [],
      aggregates: readAggregates(reader),
    })),
  run(frame, { groupby, aggregates }, budget) {
    const keys = groupby.map((name) => requireColumn(frame, name))
    const groups = groupRows(keys, frame.rowCount, { dropNull: true })
    budget.frame(groups.count, keys.length + aggregates.length)
    budget.work(frame.rowCount * aggregates.length)
    const runs = rowsByGroup(groups.group, groups.count)
    const columns: FrameColumn[] = keys.map((key, at) => ({ ...key, values: groups.keys[at] ?? [] }))
    const newColumns = aggregates.map((each) => withName(aggregateColumn(sourceOf(frame, each), each, runs), each.name))
    return { index: [], columns: [...columns, ...newColumns], levels: [null], rowCount: groups.count }
  },
}
