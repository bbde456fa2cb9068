import type { SelectedMark } from '#charts/chart.ts'

/** A hoverable element of a picture. */
export interface Mark {
  readonly seriesId: string
  readonly seriesIndex: number
  readonly dataIndex: number
  /** The values it selects; empty if it filters nothing. */
  readonly selection: SelectedMark
  /** The values that all its rows share, if they are more specific than its selection. */
  readonly rows?: SelectedMark
  /** Returns its description. */
  readonly text: () => string
}

/** The height of the note below a picture, in pixels. */
export const NOTE_HEIGHT = 22
