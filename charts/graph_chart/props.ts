import type { GraphForm } from './controls.ts'
import type { ChartInput } from '#charts/chart.ts'
import { type ColorChoice, colorChoice, colorPlaces } from '#charts/shared/colors.ts'
import { type Links, linksOf } from '#charts/shared/links/links.ts'
import { formatFor, numberOr } from '#charts/shared/number-format.ts'
import { type LegendProps, legendOf } from '#charts/shared/timeseries/timeseries-props.ts'
import type { PlacedLabel } from '#core/color/place.ts'
import { metricOf } from '#core/form/base-query.ts'
import { columnLabel, metricLabel } from '#core/query/query-object.ts'

/** More nodes than this stand on a ring whatever is chosen: pushing each from each takes too long. */
export const MAX_FORCED = 600

/** What pushes and pulls nodes. */
export interface Forces {
  /** How long links want to be. */
  readonly edgeLength: number
  readonly gravity: number
  readonly repulsion: number
  /** How far nodes move at first. */
  readonly friction: number
}

export interface GraphProps extends ColorChoice {
  readonly all: Links
  readonly format: string
  /** Kinds of nodes; none where nodes have no kind. */
  readonly categories: readonly PlacedLabel[]
  readonly layout: 'force' | 'circular'
  /** It would be laid out by force, were it smaller. */
  readonly isTooLarge: boolean
  readonly forces: Forces
  /** What stands at the ends of links. */
  readonly edgeSymbol: readonly string[]
  readonly draggable: boolean
  readonly roam: GraphForm['roam']
  readonly selectedMode: GraphForm['selectedMode']
  /** Nodes of larger values have labels; all where it is 0. */
  readonly labelThreshold: number
  readonly nodeSize: number
  readonly edgeWidth: number
  readonly legend: LegendProps
}

function categoriesOf(input: ChartInput<GraphForm>, all: Links): readonly PlacedLabel[] {
  const { source_category: kind } = input.form
  const placeIn = colorPlaces(input, kind ? [columnLabel(kind)] : [])
  const names = [...new Set(all.nodes.flatMap(({ category }) => (category === undefined ? [] : [category])))]
  return names.map((name) => ({ name, place: placeIn([name]) }))
}

/** Nodes and links, and how they are laid out. */
export function toProps(input: ChartInput<GraphForm>): GraphProps {
  const { form } = input
  const all = linksOf(input, {
    source: form.source ?? undefined,
    target: form.target ?? undefined,
    sourceCategory: form.source_category ?? undefined,
    targetCategory: form.target_category ?? undefined,
  })
  const metric = metricOf(form, 'metric')
  const isTooLarge = form.layout === 'force' && all.nodes.length > MAX_FORCED
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
    labelThreshold: numberOr(form.showSymbolThreshold, 0),
    nodeSize: numberOr(form.baseNodeSize, 20),
    edgeWidth: numberOr(form.baseEdgeWidth, 3),
    legend: legendOf(form),
    ...colorChoice(input),
  }
}
