/** Parts of the data that a title names, in the order of its holes. */
export type SuitPart = 'metrics' | 'dimensions' | 'number'

/** Columns whose values stand side by side, and the control they go to. */
export interface DimensionNeed {
  readonly control: string
  /** As many different values, both ends inclusive. */
  readonly from: number
  readonly to: number
  /** As many columns, both ends inclusive; one where absent. Of columns nobody has chosen the least are taken. */
  readonly least?: number
  readonly most?: number
}

/** Metrics, and the control they go to. */
export interface MetricNeed {
  readonly control: string
  /**
   * What is shown where no metric has been chosen: the rows counted, the main amount of the dataset, or the mean of an
   * amount that no need before has taken.
   */
  readonly usual: 'rows' | 'amount' | 'mean'
  /** How many it takes at most; one where absent. */
  readonly most?: number
}

/**
 * Data that a kind of chart suits: what must be there, and where it goes. A kind is offered by the first of its suits
 * that is met, for data as they are or for columns and metrics that were chosen; these are all shown then, or it is not
 * offered. Controls that are not named keep what a new chart has.
 */
export interface Suit {
  /** Its place among the kinds that are offered, the lowest first; no two alike. */
  readonly place: number
  /** The title of what is drawn, with a hole `%s` for each part. Dimensions it does not name are added to it. */
  readonly says: readonly [text: string, ...parts: readonly SuitPart[]]
  /** How many rows, both ends inclusive. */
  readonly rows?: { readonly from: number; readonly to: number }
  /** It runs along the time column. */
  readonly time?: true
  readonly dimensions?: readonly DimensionNeed[]
  readonly metrics?: readonly MetricNeed[]
  /** A column of amounts as they are stored, with so many different ones at least. */
  readonly number?: { readonly control: string; readonly from: number }
  /** Columns of latitudes and longitudes, as one value of a control. */
  readonly position?: { readonly control: string }
  /** A dimension whose values are countries, and the control that says how these are written. */
  readonly countries?: { readonly control: string; readonly written: string }
  /** What other controls hold. */
  readonly also?: Readonly<Record<string, unknown>>
}
