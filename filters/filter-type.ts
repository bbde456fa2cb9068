import type { ColumnInfo, Control } from '#controls/control.ts'
import type { DataMask, ExtraFormData } from '#core/mask/mask.ts'
import type { ProfiledColumn } from '#core/query/column-profile.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import type { TimeDistribution } from '#core/query/time-distribution.ts'
import type { Scope } from '#core/scope/charts-in-scope.ts'
import type { Table, Value } from '#core/table/table.ts'
import type { CalendarRecord } from '#core/time/calendar-settings.ts'
import type { Extent } from '#core/time/extent.ts'

/** An entry of `native_filter_configuration`. Unknown keys are retained. */
export interface FilterConfig {
  readonly id: string
  readonly type: 'NATIVE_FILTER' | 'DIVIDER'
  readonly name?: string
  readonly title?: string
  readonly description?: string
  readonly filterType?: string
  readonly targets?: readonly { readonly datasetId?: number; readonly column?: { readonly name: string } }[]
  readonly controlValues?: Readonly<Record<string, unknown>>
  readonly requiredFirst?: boolean
  readonly cascadeParentIds?: readonly string[] | null
  readonly scope: Scope
  readonly defaultDataMask?: DataMask
  readonly adhoc_filters?: readonly Record<string, unknown>[]
  readonly time_range?: string
  readonly granularity_sqla?: string | null
  readonly sortMetric?: string | null
  readonly chartsInScope?: readonly number[]
  readonly tabsInScope?: readonly string[]
  readonly [key: string]: unknown
}

/** A native filter type. `type` is the wire name and the folder name; V is the type of its value. */
export interface FilterType<V = unknown> {
  readonly type: string
  readonly label: string
  /** The required target: none, a dataset, or a column for which `column` returns true. */
  readonly target: 'none' | 'dataset' | { readonly column: (column: ColumnInfo) => boolean }
  /** Whether its options can be pre-filtered and depend on other filters. */
  readonly isNarrowable?: true
  /** Whether its options can be sorted by a metric. */
  readonly isSortable?: true
  /** Its settings in the configuration dialog. */
  readonly settings: readonly Control[]
  /** Example values for the contract test and the documentation. */
  readonly examples: readonly V[]
  /** Parses a value from a URL, a permalink or a saved default; undefined if it is invalid. */
  parse(raw: unknown): V | undefined
  /**
   * Returns the queries for its options, filtered by its parents; `search` restricts them to values that contain the
   * text.
   */
  toQueries?(config: FilterConfig, parents: ExtraFormData, search?: string): readonly QueryObject[]
  /**
   * Returns a query that depends on the results of `toQueries`; its result is appended to them. `column` is the filter
   * column.
   */
  toDependentQuery?(
    config: FilterConfig,
    parents: ExtraFormData,
    answers: readonly Table[],
    column: ProfiledColumn,
  ): QueryObject | undefined
  /**
   * Returns an object if the results do not contain all options, so that the others are found by a search. `total` is
   * the number of all options, once known. Undefined if the results are complete.
   */
  unlistedOptions?(answers: readonly Table[]): { readonly total?: number } | undefined
  /** Returns the rows of the options in display order; by default that of the results of `toQueries`. */
  optionRows?(config: FilterConfig, values: readonly Value[]): readonly number[]
  /**
   * Returns the query for those of the values in `value` that exist with the parents' filters; undefined if all stay
   * valid.
   */
  toExistenceQuery?(config: FilterConfig, parents: ExtraFormData, value: V): QueryObject | undefined
  /**
   * Returns the part of `value` that exists according to the result of `toExistenceQuery`, and the part to remove;
   * undefined if there is none.
   */
  splitValue?(value: V, answer: Table): { readonly retained: V | undefined; readonly removed: V | undefined }
  /** Returns the value that a filter takes by itself, from the results of `toQueries`; undefined if there is none. */
  firstValue?(config: FilterConfig, answers: readonly Table[]): V | undefined
  /**
   * Returns the query for the distribution of rows over the options while other filters apply to the charts in scope.
   * `rows` is the query for those rows, `answers` are the results of `toQueries`, and `column` is the filter column.
   * `isPart` is true if a search or the parents restricted the results.
   */
  toCounts?(
    config: FilterConfig,
    rows: QueryObject,
    answers: readonly Table[],
    column: ProfiledColumn,
    isPart?: boolean,
  ): QueryObject | undefined
  /**
   * Describes the value for the filter sentence above the page; by default the label of its mask. `column` is the
   * filter column.
   */
  describeValue?(value: V, config: FilterConfig, column?: ProfiledColumn): string
  /** Returns the unit of its numbers, such as `mi`, shown next to its name and in the sentence. */
  unit?(config: FilterConfig): string | undefined
  /** Returns the data mask of the value for the charts in scope. */
  toDataMask(value: V | undefined, config: FilterConfig): DataMask
}

/** Props of a filter's View. */
export interface FilterViewProps<V = unknown> {
  readonly config: FilterConfig
  readonly value: V | undefined
  readonly onChange: (value: V | undefined) => void
  /** Called when the pointer rests on an option, with the value after a click; `false` when it leaves. */
  readonly onHover?: ((value: V | undefined | false) => void) | undefined
  /** The results of `toQueries` in order, then that of `toDependentQuery` once available; undefined while loading. */
  readonly options: readonly Table[] | undefined
  /** The result of `toCounts`; undefined if it is not queried, unknown or still loading. */
  readonly counts?: Table | undefined
  readonly error: string | undefined
  readonly isInvalid: boolean
  /** Whether no other filter applies to the page: only then do the row counts of options match the charts. */
  readonly isSingle: boolean
  /** Queries the time extent of the filtered data; undefined if unknown. */
  readonly fetchExtent?: () => Promise<Extent | undefined>
  /** The calendar of these data; undefined if it is unknown or the charts have different ones. */
  readonly calendar?: CalendarRecord | undefined
  /** Queries the distribution of rows over time; undefined if unknown. */
  readonly fetchDistribution?: (extent: Extent) => Promise<TimeDistribution | undefined>
  /** Called with the search text if the server searches options. */
  readonly onSearch?: (text: string) => void
  /** Set if `options` are incomplete: the number of all options, once known. */
  readonly unlistedOptions?: { readonly total?: number } | undefined
}
