import type { GraphForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { type ColorChoice, colorChoice, colorPositions } from '#charts/shared/colors.ts'
import { type Links, linksOf } from '#charts/shared/links/links.ts'
import { formatFor, numberOrDefault } from '#charts/shared/number-format.ts'
import { legendOf } from '#charts/shared/timeseries/timeseries-props.ts'
import type { PositionedLabel } from '#core/color/label-positions.ts'
import { metricOf } from '#core/form/base-query.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'
import type { LegendProps } from '#charts/shared/legend/legend.ts'

/** Larger graphs always use the circular layout: the force layout takes too long. */
export const MAX_FORCE_LAYOUT_NODES = 600

/** The parameters of the force layout. */
export interface Forces {
  /** The preferred length of links. */
  readonly edgeLength: number
  readonly gravity: number
  readonly repulsion: number
  /** How far nodes move in the first step. */
  readonly friction: number
}

export interface GraphProps extends ColorChoice {
  readonly all: Links
  readonly format: string
  /** The categories of nodes; empty if nodes have none. */
  readonly categories: readonly PositionedLabel[]
  readonly layout: 'force' | 'circular'
  /** True if the graph is too large for the force layout that the form asks for. */
  readonly isTooLarge: boolean
  readonly forces: Forces
  /** The symbols at both ends of links. */
  readonly edgeSymbol: readonly string[]
  readonly draggable: boolean
  readonly roam: GraphForm['roam']
  readonly selectedMode: GraphForm['selectedMode']
  /** Nodes with larger values have labels; 0 labels all. */
  readonly labelThreshold: number
  readonly nodeSize: number
  readonly edgeWidth: number
  readonly legend: LegendProps
}

function categoriesOf(input: ChartInput<GraphForm>, all: Links): readonly PositionedLabel[] {
  const { source_category: kind } = input.form
  const colorPositionOf = colorPositions(input, kind ? [columnLabel(kind)] : [])
  const names = [...new Set(all.nodes.flatMap(({ category }) => (category === undefined ? [] : [category])))]
  return names.map((name) => ({ name, colorPosition: colorPositionOf([name]) }))
}

/** Returns the nodes, links and layout. */
export function toProps(input: ChartInput<GraphForm>): GraphProps {
  const { form } = input
  const all = linksOf(input, {
    source: form.source ?? undefined,
    target: form.target ?? undefined,
    sourceCategory: form.source_category ?? undefined,
    targetCategory: form.target_category ?? undefined,
  })
  const metric = metricOf(form, 'metric')
  const isTooLarge = form.layout === 'force' && all.nodes.length > MAX_FORCE_LAYOUT_NODES
  return {
    all,
    format: formatFor(input, 'number_format', metric === undefined ? [] : [metricLabel(metric)]),
    categories: categoriesOf(input, all),
    layout: isTooLarge ? 'circular' : form.layout,
    isTooLarge,
    forces: {
      edgeLength: form.edgeLength,
      gravity: form.gravity,
      repulsion: form.repulsion,
      friction: form.friction,
    },
    edgeSymbol: form.edgeSymbol.split(','),
    draggable: form.draggable,
    roam: form.roam,
    selectedMode: form.selectedMode,
    labelThreshold: numberOrDefault(form.showSymbolThreshold, 0),
    nodeSize: numberOrDefault(form.baseNodeSize, 20),
    edgeWidth: numberOrDefault(form.baseEdgeWidth, 3),
    legend: legendOf(form),
    ...colorChoice(input),
  }
}
