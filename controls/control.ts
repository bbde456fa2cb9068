import type { CalendarRecord } from '#core/time/calendar-settings.ts'
import type { TimeDistribution } from '#core/query/time-distribution.ts'
import type { Extent } from '#core/time/extent.ts'
import type { DatasetColumnResponse, DatasetMetricResponse } from '#core/rest/responses.ts'
import type { UnknownName } from '#core/rest/unknown-name.ts'
import type { FormData } from '#core/form/form-data.ts'

/* The contract of controls: a control type parses and validates the values of one type of form field. */

/** An option of a select. */
export interface Choice {
  readonly value: string | number | boolean | null
  readonly label: string
}

/** A dataset column, as controls use it. */
export type ColumnInfo = Omit<DatasetColumnResponse, 'id' | 'python_date_format' | 'extra'>

/** A saved metric, as controls use it. */
export type MetricInfo = Omit<DatasetMetricResponse, 'id' | 'extra'>

/** A field of an item, for controls whose values consist of several fields. `name` is its key in the item. */
export interface ItemField {
  readonly name: string
  readonly label: string
  readonly description?: string
  readonly kind: 'text' | 'number' | 'toggle' | 'choice' | 'column' | 'slider' | 'bounds'
  readonly choices?: readonly Choice[]
  /** Whether values that are not choices are accepted. */
  readonly isFreeForm?: boolean
  readonly required?: boolean
  /** The effective value if the field is not set. */
  readonly fallback?: unknown
  readonly min?: number
  readonly max?: number
  readonly validators?: readonly Validator[]
  /** Returns whether the field is shown for an item; hidden fields are not checked. */
  readonly visible?: (item: Readonly<Record<string, unknown>>) => boolean
}

/** The context of controls: the dataset and the form. */
export interface ControlContext {
  readonly dataset: {
    readonly id: number
    readonly type: string
    readonly name: string
    /** The database of the dataset, if known. */
    readonly databaseId?: number
    /** The backend of that database, such as `mysql`. */
    readonly backend?: string | undefined
    readonly columns: readonly ColumnInfo[]
    readonly metrics: readonly MetricInfo[]
    readonly main_dttm_col?: string | null
    readonly time_grains: readonly Choice[]
    readonly disallow_adhoc_metrics?: boolean
    /** The calendar of the dataset. */
    readonly calendar?: CalendarRecord
    /** The table of a physical dataset; absent for a virtual one. */
    readonly source?: { readonly databaseId: number; readonly table: string; readonly schema: string }
  }
  readonly form: FormData
  /** Returns the time extent of a temporal column; absent if there is no server to query. */
  readonly extentOf?: (column: string) => Promise<Extent | undefined>
  /** Returns the distribution of rows over the extent of a temporal column. */
  readonly spreadOf?: (column: string, extent: Extent) => Promise<TimeDistribution>
  /** The last query error of the chart, if it was caused by an unknown name. */
  readonly failure?: { readonly message: string; readonly mistake: UnknownName }
  /** Errors of annotation layers, by layer name. */
  readonly layerErrors?: Readonly<Record<string, string>>
  /** The color settings of the dashboard from which the chart was opened. */
  readonly dashboard?: { readonly hasColorScheme: boolean; readonly hasLabelColors: boolean }
}

/**
 * The definition of a control in a chart's panel. `name` is the form data key. `V` is the type of the value in a
 * complete form: valid, and undefined only if a control without a default is empty.
 */
export interface Control<N extends string = string, V = unknown> {
  /** The control type: a folder of `controls/`. */
  readonly type: string
  readonly name: N
  readonly label: string
  readonly description?: string
  readonly default?: V
  /** The value in new charts, if it differs from `default`, the meaning of a missing value in saved forms. */
  readonly initial?: unknown
  /** `picture`: a change redraws without a query; `query`: a change makes the result outdated. */
  readonly affects: 'query' | 'picture'
  readonly required?: boolean
  readonly multi?: boolean
  readonly freeForm?: boolean
  readonly clearable?: boolean
  readonly placeholder?: string
  /** Returns the effective value while nothing is selected, if there is one. */
  readonly counts?: (context: ControlContext) => string | undefined
  readonly choices?: readonly Choice[] | ((context: ControlContext) => readonly Choice[])
  /** Checks in addition to those of the control type and `required`. */
  readonly validators?: readonly Validator[]
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /**
   * The URL of the choices, below the base path. It returns `{result: choices}`, unless `choicesIn` parses another
   * response.
   */
  readonly endpoint?: string
  /** Extracts the choices from the endpoint's response. */
  readonly choicesIn?: (answer: unknown) => readonly Choice[]
  /** The fields of a collection item. */
  readonly fields?: readonly ItemField[]
  /** Returns whether the control is shown for a form; without a context, whether it may be. */
  readonly visible?: (form: FormData, context?: ControlContext) => boolean
  /** Returns whether a dataset column can be selected. */
  readonly columnFilter?: (column: ColumnInfo) => boolean
}

/** Returns a message if the value is invalid, otherwise null. */
export type Validator = (value: unknown) => string | null

/** Lines of controls. */
export type ControlRows = readonly (readonly Control[])[]

/** A titled group of controls in a tab of the panel. The controls of one row share a line. */
export interface Section<R extends ControlRows = ControlRows> {
  readonly label: string
  readonly tab: 'data' | 'customize'
  readonly expanded?: boolean
  readonly description?: string
  readonly rows: R
}

/** A control type. */
export interface ControlType<V = unknown> {
  readonly type: string
  /** Converts any saved, typed or URL value to a valid one; undefined if impossible. */
  parse(raw: unknown, control: Control, context?: ControlContext): V | undefined
  /** Returns messages; empty if valid. */
  check(value: V | undefined, control: Control, context?: ControlContext): readonly string[]
  /** Returns valid example values of a control in a context, several if possible. */
  examples(control: Control, context: ControlContext): readonly V[]
}

/** Props of a control's View. */
export interface ControlViewProps<V = unknown> {
  readonly control: Control
  readonly value: V | undefined
  readonly onChange: (value: V | undefined) => void
  /** Messages of the control and from other sources, shown together. */
  readonly errors: readonly string[]
  readonly context: ControlContext
}
