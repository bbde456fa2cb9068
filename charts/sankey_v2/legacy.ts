import { linkRows } from '#core/legacy/link-rows.ts'
import { findCycle } from '#core/legacy/find-cycle.ts'
import { rankedBaseQuery } from '#core/legacy/ranked-query.ts'
import { cells, columnLabels, type LegacyShape, legacyValueText } from '#core/legacy/legacy-shape.ts'
import { ApiError } from '#core/rest/api-error.ts'

/** Flows between nodes, without cycles. */
const sankey: LegacyShape = {
  types: ['sankey'],
  query: rankedBaseQuery,
  data({ table }, form) {
    const [from, to] = columnLabels(form, 'groupby')
    const loop = findCycle(cells(table, from).map(legacyValueText), cells(table, to).map(legacyValueText))
    if (loop) throw new ApiError('sankey-loop', { args: [`('${loop[0]}', '${loop[1]}')`] })
    return linkRows(table, form)
  },
}

export const legacy = [sankey]
