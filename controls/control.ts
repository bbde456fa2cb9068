import type { CalendarRecord } from '#core/time/calendar-settings.ts'
import type { Spread } from '#core/query/time-spread.ts'
import type { Extent } from '#core/time/extent.ts'
import type { DatasetColumnAnswer, DatasetMetricAnswer } from '#core/rest/answers.ts'
import type { Mistake } from '#core/rest/mistake.ts'
import type { FormData } from '#core/form/form-data.ts'

/** One choice of a select. */
export interface Choice {
  readonly value: string | number | boolean | null
  readonly label: string
}

/** A column of the dataset as controls see it. */
export type ColumnInfo = Omit<DatasetColumnAnswer, 'id' | 'python_date_format' | 'extra'>

/** A saved metric of the dataset as controls see it. */
export type MetricInfo = Omit<DatasetMetricAnswer, 'id' | 'extra'>

/** One field of an item, for controls whose values are made of several fields. `name` is its key in the item. */
export interface ItemField {
  readonly name: string
  readonly label: string
  readonly description?: string
  readonly kind: 'text' | 'number' | 'toggle' | 'choice' | 'column' | 'slider' | 'bounds'
  readonly choices?: readonly Choice[]
  /** Takes what is no choice as well. */
  readonly isFreeForm?: boolean
  readonly required?: boolean
  /** The value the field means while it has none. */
  readonly fallback?: unknown
  readonly min?: number
  readonly max?: number
  readonly validators?: readonly Validator[]
  /** Shown only when this holds for the item; what is hidden is not checked. */
  readonly visible?: (item: Readonly<Record<string, unknown>>) => boolean
}

/** What controls may know: the dataset, and the form they stand in. */
export interface ControlContext {
  readonly dataset: {
    readonly id: number
    readonly type: string
    readonly name: string
    /** The database it is of, where that is known. */
    readonly databaseId?: number
    readonly columns: readonly ColumnInfo[]
    readonly metrics: readonly MetricInfo[]
    readonly main_dttm_col?: string | null
    readonly time_grains: readonly Choice[]
    readonly disallow_adhoc_metrics?: boolean
    /** How its days are counted. */
    readonly calendar?: CalendarRecord
    /** The table the dataset stands for; absent for one made of SQL. */
    readonly source?: { readonly databaseId: number; readonly table: string; readonly schema: string }
  }
  readonly form: FormData
  /** What the data of a column of time cover; absent where nobody can be asked. */
  readonly extentOf?: (column: string) => Promise<Extent | undefined>
  /** How the rows of a column of time spread over what it covers. */
  readonly spreadOf?: (column: string, extent: Extent) => Promise<Spread>
  /** Why the question of the chart failed last, where that is for a name that stands for nothing. */
  readonly failure?: { readonly message: string; readonly mistake: Mistake }
  /** Why the data of a layer laid over the chart could not be had, by the name of the layer. */
  readonly layerErrors?: Readonly<Record<string, string>>
  /** The dashboard the chart is opened from, as far as it decides colours. */
  readonly dashboard?: { readonly hasColorScheme: boolean; readonly hasLabelColors: boolean }
}

/**
 * A control of a chart's panel, as data. `name` is the form data key; `V` is what a whole form holds there: legal, and
 * undefined only where a control without a default is empty.
 */
export interface Control<N extends string = string, V = unknown> {
  /** The kind of input: a folder of `controls/`. */
  readonly type: string
  readonly name: N
  readonly label: string
  readonly description?: string
  readonly default?: V
  /** The value a new chart begins with, where that is not what a saved form means that says nothing. */
  readonly initial?: unknown
  /** `picture`: a change redraws without asking again; `query`: a change makes the chart stale. */
  readonly affects: 'query' | 'picture'
  readonly required?: boolean
  readonly multi?: boolean
  readonly freeForm?: boolean
  readonly clearable?: boolean
  readonly placeholder?: string
  /** What counts while nothing is chosen, where something does. */
  readonly counts?: (context: ControlContext) => string | undefined
  readonly choices?: readonly Choice[] | ((context: ControlContext) => readonly Choice[])
  /** Checks beside those of the kind and `required`. */
  readonly validators?: readonly Validator[]
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /** Where the choices are fetched, below the base path; answers `{result: choices}` unless `choicesIn` reads another. */
  readonly endpoint?: string
  /** The choices in the answer of the endpoint. */
  readonly choicesIn?: (answer: unknown) => readonly Choice[]
  /** What each item of a collection is made of. */
  readonly fields?: readonly ItemField[]
  /** Shown only when this holds for the form; without a context when it may. */
  readonly visible?: (form: FormData, context?: ControlContext) => boolean
  /** Which dataset columns may be chosen. */
  readonly columnFilter?: (column: ColumnInfo) => boolean
}

/** A message when the value is not legal, otherwise null. */
export type Validator = (value: unknown) => string | null

/** Controls line by line. */
export type Rows = readonly (readonly Control[])[]

/** A titled group of controls. `tab` says where it stands; `row` groups of controls share a line. */
export interface Section<R extends Rows = Rows> {
  readonly label: string
  readonly tab: 'data' | 'customize'
  readonly expanded?: boolean
  readonly description?: string
  readonly rows: R
}

/** A kind of input. */
export interface ControlType<V = unknown> {
  readonly type: string
  /** Any saved, typed or URL value becomes a legal one; undefined when none can be made of it. */
  parse(raw: unknown, control: Control, context?: ControlContext): V | undefined
  /** Messages; empty is valid. */
  check(value: V | undefined, control: Control, context?: ControlContext): readonly string[]
  /** Legal values of a control where it stands, to try it with: several where it knows several. */
  examples(control: Control, context: ControlContext): readonly V[]
}

/** Props of a control's View. */
export interface ControlViewProps<V = unknown> {
  readonly control: Control
  readonly value: V | undefined
  readonly onChange: (value: V | undefined) => void
  /** Messages of the control and of elsewhere, shown together. */
  readonly errors: readonly string[]
  readonly context: ControlContext
}
