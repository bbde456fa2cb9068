import { rankedGroups } from '#core/legacy/ranked-query.ts'
import { columnLabels, type LegacyShape, metricLabels, legacyValueText } from '#core/legacy/legacy-shape.ts'

/** The groups of a pie, largest first. */
const slices: LegacyShape = {
  types: ['pie'],
  data({ table }, form) {
    const [metric] = metricLabels(form, 'metric', 'metrics')
    const groups = rankedGroups(table, columnLabels(form, 'groupby'), metric)
    return groups.map(({ path, sum }) => ({ x: path.map(legacyValueText).join(', '), y: sum }))
  },
}

/** The legacy response shapes of this chart type. */
export const legacy = [slices]
