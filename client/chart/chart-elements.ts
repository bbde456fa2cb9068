/** The boxes of the charts of a screen, by chart id. They tell how wide a chart is drawn. */
export interface ChartElements {
  /** Registers a box of a chart; the returned function removes it. */
  readonly register: (id: number, box: HTMLElement) => () => void
  /** Sets the expected width of a chart that has no box yet. */
  readonly expectWidth: (id: number, width: number) => void
  /**
   * Returns the width of the widest box of a chart in CSS pixels; if none is laid out, its latest width, or else the
   * expected one; undefined if nothing is known.
   */
  readonly widthOf: (id: number) => number | undefined
}

export function createChartElements(): ChartElements {
  const boxes = new Map<HTMLElement, number>()
  const expected = new Map<number, number>()
  return {
    expectWidth: (id, width) => void expected.set(id, width),
    register: (id, box) => {
      boxes.set(box, id)
      return () => boxes.delete(box)
    },
    widthOf: (id) => {
      const own = [...boxes].filter(([, of]) => of === id).map(([{ clientWidth }]) => clientWidth)
      const width = Math.max(0, ...own)
      if (width > 0) expected.set(id, width)
      return expected.get(id)
    },
  }
}
