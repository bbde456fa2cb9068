import { type ComponentType, createElement, type FunctionComponent } from 'react'
import {
  type ChartViewProps,
  chart,
  type ChartDefinition,
  type ChartMeta,
  type ChartType,
  type ToProps,
} from '#charts/chart.ts'
import { currentMetadata, type OlderMetadata } from './older-metadata.ts'
import { CONTRACT, type PluginHost } from './plugin-host.ts'

type TextKey = 'name' | 'description' | 'category'

/** Props of a View, with the older names of selections in contract 1. */
type PluginViewProps = ChartViewProps & {
  readonly picked?: ChartViewProps['selectedMarks']
  readonly isPickLeftOut?: ChartViewProps['isSelectionExcluded']
  readonly onPick?: ChartViewProps['onSelect']
}

/** Returns the View of a plug-in as a View that needs only the props of `ChartViewProps`. */
export function withPluginProps(
  View: PluginChart['View'],
): FunctionComponent<ChartViewProps & Record<string, unknown>> {
  return function PluginView(props) {
    const { selectedMarks, isSelectionExcluded, onSelect } = props
    return createElement(View, {
      ...props,
      picked: selectedMarks,
      isPickLeftOut: isSelectionExcluded,
      onPick: onSelect,
    })
  }
}

/**
 * A chart type from a plug-in: parts of a `ChartDefinition` and its View. Its name is the key it is registered under. Legacy
 * chart types are not supported.
 */
export interface PluginChart
  extends Pick<ChartDefinition, 'controls' | 'toQueries' | 'toDataMask' | 'toDrillFilters' | 'isEmpty'> {
  readonly meta: Pick<ChartMeta, TextKey> & Partial<ChartMeta> & OlderMetadata
  /** The older name of `toDataMask`. */
  readonly toMask?: ChartDefinition['toDataMask']
  /** The older name of `toDrillFilters`. */
  readonly toDrill?: ChartDefinition['toDrillFilters']
  /** Bundled with the View, as in built-in chart types. */
  readonly toProps: ToProps
  readonly View: ComponentType<PluginViewProps & Record<string, unknown>>
  /** An image of 800 by 450 for the gallery, as a `data:` URL. */
  readonly thumbnail?: string
}

/** The exports of the module at `bundle_url`. */
export interface PluginModule {
  readonly contract: typeof CONTRACT
  readonly default: (host: PluginHost) => PluginChart
}

const FUNCTIONS = ['toQueries', 'toProps', 'View'] as const
const NAMED: readonly TextKey[] = ['name', 'description', 'category']

/** Validates the exports of a module. Throws an error addressed to plug-in authors. */
export function readModule(exported: unknown): PluginModule {
  const module = exported as Partial<PluginModule> | undefined
  if (module?.contract !== CONTRACT)
    throw new Error(`It is written for contract ${String(module?.contract)}; this is contract ${CONTRACT}.`)
  if (typeof module.default !== 'function') throw new Error('Its default export is no function.')
  return module as PluginModule
}

/** Returns the chart type that a plug-in describes, registered as `key`. Throws if the description is invalid. */
export function readChart(described: unknown, key: string): { readonly type: ChartType; readonly own: PluginChart } {
  const own = described as PluginChart | undefined
  if (typeof own !== 'object' || own === null) throw new Error('It describes no chart.')
  for (const name of FUNCTIONS) if (typeof own[name] !== 'function') throw new Error(`Its ${name} is no function.`)
  for (const name of NAMED)
    if (typeof own.meta?.[name] !== 'string' || own.meta[name] === '') throw new Error(`Its meta has no ${name}.`)
  if (!Array.isArray(own.controls)) throw new Error('Its controls are no list.')
  const { View: _view, toProps: _toProps, thumbnail: _thumbnail, meta, toMask, toDrill, ...functions } = own
  const { toDataMask = toMask, toDrillFilters = toDrill } = functions
  const type = chart({
    ...functions,
    ...(toDataMask ? { toDataMask } : {}),
    ...(toDrillFilters ? { toDrillFilters } : {}),
    type: key,
    meta: {
      tags: [],
      icon: 'chart',
      skeleton: 'bars',
      frame: 'card',
      behaviors: toDataMask ? ['INTERACTIVE_CHART'] : [],
      ...currentMetadata(meta),
    },
    examples: [],
  })
  return { type, own }
}
