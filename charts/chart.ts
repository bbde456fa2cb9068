import type { LayerData } from '#core/form/layer-data.ts'
import type { DataMask } from '#core/mask/mask.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { PivotTotals } from '#core/pivot/exact.ts'
import type { MomentPrinters } from '#core/pivot/heads.ts'
import type { QueryContext, QueryFilter, QueryObject } from '#core/query/query-object.ts'
import type { EntryHead } from '#core/query/result.ts'
import type { Sample } from '#core/query/sample.ts'
import type { Sheet } from '#core/table/sheet.ts'
import type { Table, Value } from '#core/table/table.ts'
import type { Section } from '#controls/control.ts'
import { completeForm } from '#controls/form.ts'
import type { Suit } from './suit.ts'

/** What a chart type can do beside drawing. */
export type Behavior = 'INTERACTIVE_CHART' | 'DRILL_TO_DETAIL'

/** The pictures that stand for kinds of chart where there is no room for a thumbnail. */
export type ChartIcon =
  | 'chart'
  | 'chart-area'
  | 'chart-bar'
  | 'chart-line'
  | 'chart-number'
  | 'chart-pie'
  | 'pin'
  | 'rows'
  | 'table'

/** What the gallery shows of a chart type, and what else others must know of it. */
export interface ChartMeta {
  readonly icon: ChartIcon
  /** Its place among those used most, the least first, with room between; kinds without follow by their names. */
  readonly rank?: number
  /** Stands at hand in explore, beside the gallery that has all. */
  readonly isAtHand?: true
  /** The outline that is seen while it is waited for. */
  readonly skeleton: 'bars' | 'table' | 'figure' | 'pie' | 'map'
  /** `figure`: a number, which needs little room and no line of description; `card` else. */
  readonly frame: 'card' | 'figure'
  /**
   * Its sheet spreads the rows of the answer along two sides: it may have as many cells as the square of their number,
   * and a file of it is another one than that of the rows.
   */
  readonly spreads?: true
  /** The data it is offered for, the first that are there; a kind without is offered for none. */
  readonly suits?: readonly Suit[]
  readonly name: string
  readonly description: string
  readonly category: string
  readonly tags: readonly string[]
  readonly behaviors: readonly Behavior[]
  readonly label?: 'Deprecated' | 'Featured'
  readonly labelExplanation?: string
  /** What else people call it, where they look for it. */
  readonly alsoCalled?: readonly string[]
  readonly deprecated?: boolean
  readonly exampleGallery?: readonly { readonly url: string; readonly caption: string }[]
  readonly supportedAnnotationTypes?: readonly string[]
}

/** What the dataset says about the columns and metrics of a result. */
export interface DatasetFacts {
  /** Column or metric name to the name people read. */
  readonly verbose_map: Readonly<Record<string, string>>
  /** Metric name to its d3 number format, with its currency where it has one (`core/format/currency.ts`). */
  readonly column_formats: Readonly<Record<string, string>>
}

/** Everything the picture is made of: the form, one table and head per query, and what the dashboard decides. */
export interface ChartInput<F extends FormData = FormData> {
  readonly form: F
  readonly tables: readonly Table[]
  readonly entries: readonly EntryHead[]
  readonly dataset: DatasetFacts
  /** Colours fixed by the dashboard, label to colour. */
  readonly labelColors: Readonly<Record<string, string>>
  /** The colours the dashboard kept of its scheme, for a scheme that is not known here. */
  readonly colorDomain?: readonly string[]
  /** The data of what is laid over the chart, by the name of the layer; of those that have any. */
  readonly layerData?: Readonly<Record<string, LayerData>>
  readonly filterState?: DataMask['filterState']
  readonly ownState?: DataMask['ownState']
}

/** What the sheet of an answer is made of. */
export interface SheetInput<F extends FormData = FormData> {
  readonly form: F
  readonly table: Table
  /** The answer to `sheetTotals`, and the labels of the dimensions it was asked by. */
  readonly totals?: PivotTotals | undefined
  /** The names people read, by label; no two alike. */
  readonly nameOf: (label: string) => string
  /** The number format of a metric in the dataset, by its label; see `column_formats`. */
  readonly formatOf: (label: string) => string | undefined
  /** Prints the moments of a column. */
  readonly momentsOf: MomentPrinters
}

/** One thing a person picked in a chart: the dimension values behind the mark, by column label. */
export type Pick = Readonly<Record<string, Value>>

/** The first and the last place of a stretch of an axis that ascends: instants in epoch milliseconds, or numbers. */
export interface Stretch {
  readonly kind: 'time' | 'number'
  readonly first: number
  readonly last: number
}

/** How a mark is picked: alone, and again to clear; beside those picked; to leave out its rows. */
export type PickHow = 'one' | 'more' | 'not'

/** How forms of an older name or age become forms of today. */
export interface FormMigration {
  /** What it mends, as a noun; unique in its chart. */
  readonly name: string
  /** Whether a saved form is of that age; looked at after the migrations that stand before it. */
  applies(form: FormData): boolean
  /** The form one age younger: `viz_type` and keys as they are called since. Pure; keeps every key it does not know. */
  migrate(form: FormData): FormData
}

/** What a kind of chart says beside what it does with forms. */
interface ChartFacts {
  readonly type: string
  /** Names that charts of old have, which are drawn as this kind once `migrations` have made their forms those of today. */
  readonly olderNames?: readonly string[]
  readonly meta: ChartMeta
  readonly controls: readonly Section[]
  /**
   * Forms without `viz_type` and `datasource` that ask and draw something, the usual first: for contract tests and the
   * documentation. They name columns and metrics of `testing/example-columns.ts` alone.
   */
  readonly examples: readonly Readonly<Record<string, unknown>>[]
  /** From forms of its older names and ages to those of today, the newest last. */
  readonly migrations?: readonly FormMigration[]
  /** Whether it shows what a form with `time_compare` asks for, though it has no control for it: always, or some forms. */
  readonly compares?: true | ((form: FormData) => boolean)
  /** Whether charts of it have lines over time that another chart may take. */
  readonly givesLines?: true
  /** Whether it is drawn over time, so that a last period that is not whole would mislead. */
  readonly hasPeriods?: true
}

/**
 * A kind of chart as it is written. `type` is the wire name and the folder name. All functions are pure and
 * deterministic; queries are JSON. Forms are whole: of today, every control at a legal value. What it shows of answers
 * stands with what draws it (`ToProps`).
 */
export interface ChartKind<F extends FormData = FormData> extends ChartFacts {
  /** What it asks; the first query feeds `tables[0]`. Empty when the form lacks what is required. */
  toQueries(form: F): readonly QueryObject[]
  /** The labels of the dimensions that its colours tell apart, in order; none when absent. */
  readonly colorColumns?: (form: F) => readonly string[]
  /**
   * Whether what it draws of its questions is still true when long series come sampled (`core/query/sample.ts`), and
   * which stretch of the x axis is then seen by itself; undefined where each point counts.
   */
  readonly toSample?: (form: F) => Omit<Sample, 'width'> | undefined
  /** What picking marks filters elsewhere. `picked` empty clears. */
  readonly toMask?: (picked: readonly Pick[], form: F) => DataMask
  /** What a stretch of its x axis filters elsewhere, from and to these places inclusive; undefined where it cannot. */
  readonly toBrush?: (stretch: Stretch, form: F) => DataMask | undefined
  /** The conditions behind picked marks, for the rows they are made of. `picked` empty has none. */
  readonly toDrill?: (picked: readonly Pick[], form: F) => readonly QueryFilter[]
  /** The form by this column of the dataset in place of what marks tell apart; undefined where there is no such place. */
  readonly toDrillBy?: (form: F, column: string) => FormData | undefined
  /** Whether its answers have nothing to draw; usual: where none of them has a row. */
  isEmpty?(entries: readonly EntryHead[]): boolean
  /** An answer as it is shown, for files of what is seen; usual: its rows as they are. Undefined for such a one. */
  readonly toSheet?: (input: SheetInput<F>) => Sheet | undefined
  /** What is asked beside a question for its sheet; undefined where nothing is. */
  readonly sheetTotals?: (query: QueryObject, form: F) => QueryObject | undefined
}

/** A kind of chart as it is used: the same, of forms of any age, whole or not. */
export interface ChartType extends ChartFacts {
  /** A form of this kind, of any age, as a whole one of today: the same object for the same form. */
  readonly wholeForm: (form: FormData) => FormData
  readonly toQueries: (form: FormData) => readonly QueryObject[]
  readonly colorColumns?: (form: FormData) => readonly string[]
  readonly toSample?: (form: FormData) => Omit<Sample, 'width'> | undefined
  readonly toMask?: (picked: readonly Pick[], form: FormData) => DataMask
  readonly toBrush?: (stretch: Stretch, form: FormData) => DataMask | undefined
  readonly toDrill?: (picked: readonly Pick[], form: FormData) => readonly QueryFilter[]
  readonly toDrillBy?: (form: FormData, column: string) => FormData | undefined
  readonly isEmpty: (entries: readonly EntryHead[]) => boolean
  readonly toSheet?: (input: SheetInput) => Sheet | undefined
  readonly sheetTotals?: (query: QueryObject, form: FormData) => QueryObject | undefined
}

const hasNoRows = (entries: readonly EntryHead[]): boolean => entries.every(({ rowcount }) => rowcount === 0)

/** A form of this kind as one of today: by its migrations, one after the other. */
export function ofToday(
  { migrations = [] }: { readonly migrations?: readonly FormMigration[] },
  form: FormData,
): FormData {
  return migrations.reduce((known, each) => (each.applies(known) ? each.migrate(known) : known), form)
}

/** A kind for use: its functions get whole forms whatever they are called with. Each form is made whole once. */
export function chart<F extends FormData>(kind: ChartKind<F>): ChartType {
  const known = new WeakMap<FormData, F>()
  const whole = (form: FormData): F => {
    const found = known.get(form) ?? (completeForm(ofToday(kind, form), kind.controls) as F)
    known.set(form, found)
    known.set(found, found)
    return found
  }
  const { colorColumns, toSample, toMask, toBrush, toDrill, toDrillBy, toSheet, sheetTotals, ...others } = kind
  return {
    ...others,
    wholeForm: whole,
    toQueries: (form) => kind.toQueries(whole(form)),
    ...(colorColumns ? { colorColumns: (form) => colorColumns(whole(form)) } : {}),
    ...(toSample ? { toSample: (form) => toSample(whole(form)) } : {}),
    ...(toMask ? { toMask: (picked, form) => toMask(picked, whole(form)) } : {}),
    ...(toBrush ? { toBrush: (stretch, form) => toBrush(stretch, whole(form)) } : {}),
    ...(toDrill ? { toDrill: (picked, form) => toDrill(picked, whole(form)) } : {}),
    ...(toDrillBy ? { toDrillBy: (form, column) => toDrillBy(whole(form), column) } : {}),
    isEmpty: (entries) => kind.isEmpty?.(entries) ?? hasNoRows(entries),
    ...(toSheet ? { toSheet: (input) => toSheet({ ...input, form: whole(input.form) }) } : {}),
    ...(sheetTotals ? { sheetTotals: (query, form) => sheetTotals(query, whole(form)) } : {}),
  }
}

/**
 * What a kind shows of answers to a whole form: pure and deterministic, JSON out, whole for empty, all-null and one-row
 * tables. Exported by `View.tsx` of its folder, so that both are fetched together, and only where it is drawn.
 */
export type ToProps<F extends FormData = FormData, P extends object = object> = (input: ChartInput<F>) => P

/** What a picture of this kind shows of answers to a form of any age, whole or not, by `toProps` of its folder. */
export function propsFor<F extends FormData, P extends object>(
  kind: ChartType,
  toProps: ToProps<F, P>,
  input: ChartInput,
): P {
  return toProps({ ...input, form: kind.wholeForm(input.form) as F })
}

/** One mark, where it stands for less than what it is picked by: a bar of one month for a series, say. */
export interface OneMark {
  /** What all its rows have. */
  readonly rows: Pick
  /** What it is called where it is picked by nothing. */
  readonly text: string
}

/** Props every chart View gets beside those of its type. Sizes in CSS pixels. */
export interface Canvas {
  readonly width: number
  readonly height: number
  readonly theme: 'light' | 'dark'
  /** The page shows the time zone once for all charts: axes do not. */
  readonly isZoneHidden?: boolean | undefined
  /** The values picked now, to highlight; undefined when the chart emits nothing. */
  readonly picked?: readonly Pick[] | undefined
  /** Whether the rows of what is picked are left out, instead of being those that are kept. */
  readonly isPickLeftOut?: boolean | undefined
  /** Present when a pick may filter other charts. */
  readonly onPick?: ((pick: Pick, how: PickHow) => void) | undefined
  /** The stretch of the x axis that is picked now. */
  readonly stretch?: Stretch | undefined
  /** Present when a stretch of the x axis may filter other charts; undefined takes it back. */
  readonly onStretch?: ((stretch: Stretch | undefined) => void) | undefined
  /** Present where marks have a menu: it is asked for at a mark, at a place in the window in CSS pixels. */
  readonly onMenu?: ((pick: Pick, at: { readonly x: number; readonly y: number }, mark?: OneMark) => void) | undefined
  /** The props of the type as one object, another for each answer: the same values answered again are painted again. */
  readonly shown?: object | undefined
  /** Present where it is told how many rows of those there are can be read without scrolling. */
  readonly onSight?: ((rows: number) => void) | undefined
  /** Called once a frame with this data has been painted. */
  readonly onRendered?: (() => void) | undefined
  /** Own state of the chart (page, sort) changed; the chart is asked again. */
  readonly onOwnState?: ((state: Record<string, unknown>) => void) | undefined
  /**
   * Present where the chart is being made: these controls of the picture have other values by what a person did in the
   * picture itself. Nothing is asked again.
   */
  readonly onControls?: ((values: Readonly<Record<string, unknown>>) => void) | undefined
}

/** The query context of a form, by the chart type's own queries. */
export function toQueryContext(
  kind: ChartType,
  form: FormData,
  datasource: { id: number; type: string },
): QueryContext {
  const colored = kind.colorColumns?.(form) ?? []
  return {
    datasource,
    queries: kind.toQueries(form),
    result_type: 'full',
    result_format: 'json',
    form_data: form,
    ...(colored.length > 0 ? { color_columns: colored } : {}),
    ...(kind.hasPeriods ? { last_period: true } : {}),
  }
}
