/** A position for keyboard navigation, with its description. `dataIndex` -1 is a whole series. */
export interface KeyboardStop {
  readonly text: string
  readonly mark: { readonly seriesId: string; readonly dataIndex: number }
  readonly seriesIndex: number
}

/** The positions in order, created lazily. */
export interface KeyboardStops {
  readonly count: number
  readonly at: (index: number) => KeyboardStop
}
