interface Params {
  readonly coordSys: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

interface Api {
  value(dimension: number): number
  coord(point: readonly [number, number]): [number, number]
  style(): Record<string, unknown>
  visual(of: 'decal'): object | undefined
}

/** The columns of a row on each axis. */
export const blockEncode = { x: [0, 1], y: [2, 3] }

/** Emphasis of a custom-rendered shape: while its series is hovered, other series are dimmed. */
export const focusOnSeries = { focus: 'series', blur: { style: { opacity: 0.3 } } } as const

/** Returns a function that renders blocks with this gap in pixels, clipped to the plot area. */
export function drawBlock(gap: number, focus: typeof focusOnSeries | undefined) {
  return ({ coordSys }: Params, api: Api): Record<string, unknown> => {
    const [left, top] = api.coord([api.value(0), api.value(3)])
    const [right, bottom] = api.coord([api.value(1), api.value(2)])
    const x = Math.max(coordSys.x, Math.min(left, right) + gap / 2)
    const end = Math.min(coordSys.x + coordSys.width, Math.max(left, right) - gap / 2)
    const y = Math.max(coordSys.y, Math.min(top, bottom))
    const foot = Math.min(coordSys.y + coordSys.height, Math.max(top, bottom))
    return {
      type: 'rect',
      shape: { x, y, width: Math.max(0.5, end - x), height: Math.max(0, foot - y), r: 1 },
      style: { ...api.style(), decal: api.visual('decal') },
      ...focus,
    }
  }
}
