/** Where the charts of a screen stand: boxes by the id of their chart, which say how wide its picture is. */
export interface Places {
  /** Notes a box of a chart; what it returns forgets the box. */
  readonly put: (id: number, box: HTMLElement) => () => void
  /** Notes how wide a chart may become that has no box yet. */
  readonly expect: (id: number, width: number) => void
  /** CSS pixels of the widest box of a chart, of what is expected where none is laid out; undefined without either. */
  readonly widthOf: (id: number) => number | undefined
}

export function createPlaces(): Places {
  const boxes = new Map<HTMLElement, number>()
  const expected = new Map<number, number>()
  return {
    expect: (id, width) => void expected.set(id, width),
    put: (id, box) => {
      boxes.set(box, id)
      return () => boxes.delete(box)
    },
    widthOf: (id) => {
      const own = [...boxes].filter(([, of]) => of === id).map(([{ clientWidth }]) => clientWidth)
      return Math.max(0, ...own) || expected.get(id)
    },
  }
}
