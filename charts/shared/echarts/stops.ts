/** A position for keyboard navigation, with its description. `dataIndex` -1 is a whole series. */
export interface Stop {
  readonly text: string
  readonly mark: { readonly seriesId: string; readonly dataIndex: number }
  readonly seriesIndex: number
}

/** The positions in order, created lazily. */
export interface Stops {
  readonly count: number
  readonly at: (index: number) => Stop
}
