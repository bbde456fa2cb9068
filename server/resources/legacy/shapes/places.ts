import { Fault } from '#core/rest/fault.ts'
import { ranked } from '#core/legacy/ranked.ts'
import { loopOf } from './loop.ts'
import { cells, columnLabels, type LegacyShape, metricLabels, spoken } from '#core/legacy/shape.ts'

/** What flows from one thing to another, and never back to where it came from. */
export const sankey: LegacyShape = {
  types: ['sankey'],
  query: ranked,
  data({ table }, form) {
    const [from, to] = columnLabels(form, 'groupby')
    const loop = loopOf(cells(table, from).map(spoken), cells(table, to).map(spoken))
    if (loop) throw new Fault('sankey-loop', { args: [`('${loop[0]}', '${loop[1]}')`] })
    return flow.data({ table, labels: {} }, form)
  },
}

/** What flows from one thing to another. */
export const flow: LegacyShape = {
  types: ['directed_force'],
  query: ranked,
  data({ table }, form) {
    const [from, to] = columnLabels(form, 'groupby')
    const target = cells(table, to)
    const values = cells(table, metricLabels(form, 'metric', 'metrics')[0])
    return cells(table, from).map((source, row) => ({
      source,
      target: target[row] ?? null,
      value: values[row] ?? null,
    }))
  },
}
