import { isObject, ownValue } from '#core/rest/json.ts'
import { parseObject } from '#server/resources/shared/present-slice.ts'

/** The fields of a layout component that remain for a hidden chart: its identity and size. */
const PLAIN: readonly string[] = ['chartId', 'uuid', 'width', 'height']

type Components = Record<string, unknown>
type Meta = Record<string, unknown>

/** Returns the ids of the charts in a layout. */
export function chartIdsOf(components: Components): ReadonlySet<number> {
  const ids = new Set<number>()
  for (const component of Object.values(components)) {
    const id = chartIdOf(component)
    if (id !== undefined) ids.add(id)
  }
  return ids
}

function chartIdOf(component: unknown): number | undefined {
  const id = isObject(component) && isObject(component['meta']) ? component['meta']['chartId'] : undefined
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined
}

function mapHidden(components: Components, hidden: ReadonlySet<number>, change: (meta: Meta, key: string) => Meta) {
  return Object.fromEntries(
    Object.entries(components).map(([key, component]) => {
      const id = chartIdOf(component)
      if (id === undefined || !hidden.has(id)) return [key, component]
      const { meta, ...rest } = component as { readonly meta: Meta }
      return [key, { ...rest, meta: change(meta, key) }]
    }),
  )
}

/** Returns a stored layout for the response: components of hidden charts keep their position but lose their names. */
export function withoutNames(json: string | null, hidden: ReadonlySet<number>): string | null {
  if (hidden.size === 0 || json === null) return json
  const plain = (meta: Meta) => Object.fromEntries(Object.entries(meta).filter(([name]) => PLAIN.includes(name)))
  return JSON.stringify(mapHidden(parseObject(json), hidden, plain))
}

/** Returns a layout for storage: fields of hidden charts that its sender never received keep their stored values. */
export function withStoredNames(
  components: Components,
  stored: string | null | undefined,
  hidden: ReadonlySet<number>,
): Components {
  if (hidden.size === 0) return components
  const before = parseObject(stored)
  const byChart = new Map(Object.values(before).map((component) => [chartIdOf(component), component]))
  return mapHidden(components, hidden, (meta, key) => {
    const id = chartIdOf({ meta })
    const there = ownValue(before, key)
    const same = chartIdOf(there) === id ? there : byChart.get(id)
    const storedState = Object.entries((same as { meta?: Meta } | undefined)?.meta ?? {})
    return { ...meta, ...Object.fromEntries(storedState.filter(([name]) => !PLAIN.includes(name))) }
  })
}
