type Json = Readonly<Record<string, unknown>>

/** The retained and omitted annotation layers of a chart in a bundle. */
export interface SplitLayers {
  readonly retained: readonly unknown[]
  /** Names of the omitted ones. */
  readonly left: readonly string[]
}

/**
 * Selects the layers to retain. Layers other than formulas reference charts and layers by id, and ids of another
 * installation would show something else. They are retained if the replaced chart has the very same layer: then the ids
 * are those of this installation.
 */
export function sortLayers(stored: unknown, known: unknown): SplitLayers {
  const layers = Array.isArray(stored) ? (stored as readonly unknown[]).map(asLayer) : []
  const own = new Set(Array.isArray(known) ? (known as readonly unknown[]).map(asLayer).map(sourceOf) : [])
  const isRetained = (layer: Json) => layer['annotationType'] === 'FORMULA' || own.has(sourceOf(layer))
  return {
    retained: layers.filter(isRetained),
    left: layers
      .filter((layer) => !isRetained(layer))
      .map(({ name }) => (typeof name === 'string' && name !== '' ? name : 'without a name')),
  }
}

function asLayer(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}

/** Returns what identifies a layer: its name and source. */
function sourceOf({ name, annotationType, sourceType, value }: Json): string {
  return JSON.stringify([name ?? null, annotationType ?? null, sourceType ?? null, value ?? null])
}
