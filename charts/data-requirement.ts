/** Parts of the data that a title refers to, in the order of its placeholders. */
export type TitlePart = 'metrics' | 'dimensions' | 'number'

/** Dimensions with the number of their distinct values, and the control they are assigned to. */
export interface DimensionRequirement {
  readonly control: string
  /** The number of distinct values, both ends inclusive. */
  readonly from: number
  readonly to: number
  /** The number of columns, both ends inclusive; one if absent. If the user has chosen none, the minimum is used. */
  readonly minCount?: number
  readonly maxCount?: number
}

/** Metrics, and the control they are assigned to. */
export interface MetricRequirement {
  readonly control: string
  /**
   * The default if the user has chosen no metric: the row count, the main amount of the dataset, or the mean of an
   * amount that no earlier need uses.
   */
  readonly default: 'rows' | 'amount' | 'mean'
  /** The maximum number; one if absent. */
  readonly maxCount?: number
}

/**
 * Data for which a chart type is suggested, and the controls they are assigned to. A type is suggested by its first
 * requirement that matches, either for the dataset or for chosen columns and metrics. The suggestion must show all
 * chosen ones. Other controls keep their defaults for new charts.
 */
export interface DataRequirement {
  /** The position among the suggested types, lowest first; unique. */
  readonly rank: number
  /** The chart title, with a placeholder `%s` for each part. Dimensions not among them are appended. */
  readonly title: readonly [text: string, ...parts: readonly TitlePart[]]
  /** The number of rows, both ends inclusive. */
  readonly rows?: { readonly from: number; readonly to: number }
  /** Whether it needs the time column. */
  readonly time?: true
  readonly dimensions?: readonly DimensionRequirement[]
  readonly metrics?: readonly MetricRequirement[]
  /** A column of raw amounts with at least this many distinct values. */
  readonly number?: { readonly control: string; readonly from: number }
  /** Columns of latitudes and longitudes, as one value of a control. */
  readonly position?: { readonly control: string }
  /** A dimension of countries, and the control for the format of its values. */
  readonly countries?: { readonly control: string; readonly written: string }
  /** Values of other controls. */
  readonly controlValues?: Readonly<Record<string, unknown>>
}
