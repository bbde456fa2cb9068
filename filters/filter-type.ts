import type { ColumnInfo, Control } from '#controls/control.ts'
import type { DataMask, ExtraFormData } from '#core/mask/mask.ts'
import type { ProfiledColumn } from '#core/query/column-profile.ts'
import type { QueryObject } from '#core/query/query-object.ts'
import type { Spread } from '#core/query/time-spread.ts'
import type { Scope } from '#core/scope/charts-in-scope.ts'
import type { Table } from '#core/table/table.ts'
import type { CalendarRecord } from '#core/time/calendar-settings.ts'
import type { Extent } from '#core/time/extent.ts'

/** One entry of `native_filter_configuration`. Unknown keys are kept. */
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

/** A kind of native filter. `type` is the wire name and the folder name; V is the value people choose. */
export interface FilterType<V = unknown> {
  readonly type: string
  readonly label: string
  /** What it is about: nothing, a dataset, or a column of one for which `column` holds. */
  readonly target: 'none' | 'dataset' | { readonly column: (column: ColumnInfo) => boolean }
  /** Whether its options can be narrowed beforehand, and depend on other filters. */
  readonly isNarrowable?: true
  /** Whether its options are in an order that a metric can give. */
  readonly isSortable?: true
  /** Its page in the configuration dialog. */
  readonly settings: readonly Control[]
  /** Values people choose, for the contract test and the documentation. */
  readonly examples: readonly V[]
  /** A value from a URL, a permalink or a saved default; undefined when it is none. */
  parse(raw: unknown): V | undefined
  /** Questions for its options, under what its parents chose; `search` narrows them to values that contain the text. */
  toQueries?(config: FilterConfig, parents: ExtraFormData, search?: string): readonly QueryObject[]
  /** A question that stands on the answers to those, its answer comes after them; `column` is the one it narrows. */
  toFollowing?(
    config: FilterConfig,
    parents: ExtraFormData,
    answers: readonly Table[],
    column: ProfiledColumn,
  ): QueryObject | undefined
  /**
   * Where the answers do not hold all options there are, so that the others are found by a search: how many there are
   * in all, once that is known. Undefined where the answers hold all.
   */
  beyond?(answers: readonly Table[]): { readonly total?: number } | undefined
  /** The query for those of the values in `value` that exist under what its parents chose; undefined where all stay valid. */
  toExistenceQuery?(config: FilterConfig, parents: ExtraFormData, value: V): QueryObject | undefined
  /**
   * The question how the rows spread over its options while other filters narrow the charts it reaches. `rows` asks for
   * those rows; `answers` are those to `toQueries`; `column` is the one it narrows. `isPart` says that a search or its
   * parents narrowed the answers.
   */
  toCounts?(
    config: FilterConfig,
    rows: QueryObject,
    answers: readonly Table[],
    column: ProfiledColumn,
    isPart?: boolean,
  ): QueryObject | undefined
  /** The value in words, for the sentence above the page; the label of its mask when absent. `column` is the one it narrows. */
  words?(value: V, config: FilterConfig, column?: ProfiledColumn): string
  /** What its numbers are of, such as `mi`; beside its name, and in the sentence. */
  unit?(config: FilterConfig): string | undefined
  /** What the value means for the charts in scope. */
  toMask(value: V | undefined, config: FilterConfig): DataMask
}

/** Props of a filter's View. */
export interface FilterViewProps<V = unknown> {
  readonly config: FilterConfig
  readonly value: V | undefined
  readonly onChange: (value: V | undefined) => void
  /** Answers to `toQueries`, in order, and to `toFollowing` once it has come; undefined while they are on the way. */
  readonly options: readonly Table[] | undefined
  /** The answer to `toCounts`; undefined where it is not asked for, not known, or not there yet. */
  readonly counts?: Table | undefined
  readonly error: string | undefined
  readonly isInvalid: boolean
  /** Whether no other filter narrows the page: only then is how many rows an option has what a chart would show. */
  readonly isAlone: boolean
  /** What the data in time cover that the filter narrows; undefined where that is not known. */
  readonly askExtent?: () => Promise<Extent | undefined>
  /** How the days of these data are counted; undefined where the charts differ in it or it is not known. */
  readonly calendar?: CalendarRecord | undefined
  /** How many of their rows there are when; undefined where that is not known. */
  readonly askSpread?: (extent: Extent) => Promise<Spread | undefined>
  /** Text the person searches options by, when the server searches. */
  readonly onSearch?: (text: string) => void
  /** Where `options` are not all there are: how many there are in all, once that is known. */
  readonly beyond?: { readonly total?: number } | undefined
}
