import type { Pick } from '#charts/chart.ts'

/** One thing that can be pointed at in a picture. */
export interface Mark {
  readonly seriesId: string
  readonly seriesIndex: number
  readonly dataIndex: number
  /** What it is picked by; nothing where it filters nothing. */
  readonly pick: Pick
  /** What all its rows have, where that says more than what it is picked by. */
  readonly rows?: Pick
  /** What is said of it. */
  readonly text: () => string
}

/** Height in pixels of the line under a picture that says what is not drawn. */
export const NOTE = 22
