import { cells, columnLabels, type LegacyShape, metricLabels, legacyValueText } from '#core/legacy/legacy-shape.ts'

/** The maximum number of nodes of a matrix, which has a cell for each pair. */
const MAX_NODES = 1000

/** The nodes, and a matrix of the flows from each node (across) to each node (down). */
const square: LegacyShape = {
  types: ['chord'],
  data({ table }, form) {
    const from = cells(table, columnLabels(form, 'groupby')[0]).map(legacyValueText)
    const to = cells(table, columnLabels(form, 'columns')[0]).map(legacyValueText)
    const values = cells(table, metricLabels(form, 'metric', 'metrics')[0])
    const nodes = [...new Set([...from, ...to])].slice(0, MAX_NODES)
    const at = new Map(nodes.map((name, index) => [name, index]))
    const matrix = nodes.map(() => nodes.map((): unknown => 0))
    for (const [row, source] of from.entries()) {
      const [across, line] = [at.get(source), matrix[at.get(to[row] ?? '') ?? -1]]
      if (across !== undefined && line) line[across] = values[row] ?? null
    }
    return { nodes, matrix }
  },
}

export const legacy = [square]
