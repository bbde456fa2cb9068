import type { ChartInput, ChartType, ToProps } from '#charts/chart.ts'
import { propsFor } from '#charts/chart.ts'

const found = import.meta.glob('../charts/*/props.ts', { eager: true }) as Record<string, { readonly toProps: ToProps }>

/** What a picture of a kind from the list shows; `P` is what the caller knows it to be. */
export function shownBy<P extends object = Record<string, unknown>>(kind: ChartType | undefined, input: ChartInput): P {
  const own = kind && found[`../charts/${kind.type}/props.ts`]
  if (!own) throw new Error(`There is no chart ${kind?.type}`)
  return propsFor(kind, own.toProps, input) as P
}
