import type { ComponentType } from 'react'
import { type Canvas, chart, type ChartKind, type ChartMeta, type ChartType, type ToProps } from '#charts/chart.ts'
import { CONTRACT, type PluginHost } from './host.ts'

type Named = 'name' | 'description' | 'category'

/**
 * A kind of chart from elsewhere: parts of a `ChartKind` and its View. Its name is the key it was made known by; charts
 * of old are nothing it could speak for.
 */
export interface PluginChart extends Pick<ChartKind, 'controls' | 'toQueries' | 'toMask' | 'toDrill' | 'isEmpty'> {
  readonly meta: Pick<ChartMeta, Named> & Partial<ChartMeta>
  /** It comes with what draws it, as a chart's own does. */
  readonly toProps: ToProps
  readonly View: ComponentType<Canvas & Record<string, unknown>>
  /** A picture of 800 by 450 for the gallery, as a `data:` address of an image. */
  readonly thumbnail?: string
}

/** What the module at `bundle_url` exports. */
export interface PluginModule {
  readonly contract: typeof CONTRACT
  readonly default: (host: PluginHost) => PluginChart
}

const FUNCTIONS = ['toQueries', 'toProps', 'View'] as const
const NAMED: readonly Named[] = ['name', 'description', 'category']

/** What a module exports. Throws what is wrong with it, in words for whoever writes plug-ins. */
export function readModule(exported: unknown): PluginModule {
  const module = exported as Partial<PluginModule> | undefined
  if (module?.contract !== CONTRACT)
    throw new Error(`It is written for contract ${String(module?.contract)}; this is contract ${CONTRACT}.`)
  if (typeof module.default !== 'function') throw new Error('Its default export is no function.')
  return module as PluginModule
}

/** The kind of chart that a plug-in describes, known by `key`. Throws what is wrong with the description. */
export function readChart(described: unknown, key: string): { readonly type: ChartType; readonly own: PluginChart } {
  const own = described as PluginChart | undefined
  if (typeof own !== 'object' || own === null) throw new Error('It describes no chart.')
  for (const name of FUNCTIONS) if (typeof own[name] !== 'function') throw new Error(`Its ${name} is no function.`)
  for (const name of NAMED)
    if (typeof own.meta?.[name] !== 'string' || own.meta[name] === '') throw new Error(`Its meta has no ${name}.`)
  if (!Array.isArray(own.controls)) throw new Error('Its controls are no list.')
  const { View: _view, toProps: _toProps, thumbnail: _thumbnail, meta, ...functions } = own
  const type = chart({
    ...functions,
    type: key,
    meta: {
      tags: [],
      icon: 'chart',
      skeleton: 'bars',
      frame: 'card',
      behaviors: own.toMask ? ['INTERACTIVE_CHART'] : [],
      ...meta,
    },
    examples: [],
  })
  return { type, own }
}
