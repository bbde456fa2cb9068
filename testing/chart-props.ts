import { type ChartInput, type ChartType, propsFor, type ToProps } from '#charts/chart.ts'

// A type argument of `glob` would hide the call from Vitest, which then caches the list of files.
const propsModules: Record<string, { readonly toProps: ToProps }> = import.meta.glob('../charts/*/props.ts', {
  eager: true,
})

/** Returns the View's props for a listed chart type. */
export function chartViewProps(kind: ChartType | undefined, input: ChartInput): object {
  const own = kind && propsModules[`../charts/${kind.type}/props.ts`]
  if (!own) throw new Error(`There is no chart ${kind?.type}`)
  return propsFor(kind, own.toProps, input)
}
