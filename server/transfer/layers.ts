type Json = Readonly<Record<string, unknown>>

/** What becomes of the annotation layers of a chart in a bundle. */
export interface LayerFate {
  readonly kept: readonly unknown[]
  /** Names of those that are not taken over. */
  readonly left: readonly string[]
}

/**
 * Layers other than formulas name charts and layers by id, and ids of another installation would show something else.
 * They are kept where the chart that is replaced shows the very same: then the ids are those of this installation.
 */
export function sortLayers(stored: unknown, known: unknown): LayerFate {
  const layers = Array.isArray(stored) ? (stored as readonly unknown[]).map(asLayer) : []
  const own = new Set(Array.isArray(known) ? (known as readonly unknown[]).map(asLayer).map(sourceOf) : [])
  const isKept = (layer: Json) => layer['annotationType'] === 'FORMULA' || own.has(sourceOf(layer))
  return {
    kept: layers.filter(isKept),
    left: layers
      .filter((layer) => !isKept(layer))
      .map(({ name }) => (typeof name === 'string' && name !== '' ? name : 'without a name')),
  }
}

function asLayer(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}

/** What a layer shows, by which it is known again. */
function sourceOf({ name, annotationType, sourceType, value }: Json): string {
  return JSON.stringify([name ?? null, annotationType ?? null, sourceType ?? null, value ?? null])
}
