import type { LayerData } from '#core/form/layer-data.ts'
import type { DataMask } from '#core/mask/mask.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { PivotTotals } from '#core/pivot/exact-pivot.ts'
import type { TimestampFormatters } from '#core/pivot/header-labels.ts'
import type { QueryContext, QueryFilter, QueryObject } from '#core/query/query-object.ts'
import type { ResultMetadata } from '#core/query/result.ts'
import type { Sample } from '#core/query/sample.ts'
import type { TableSheet } from '#core/table/table-sheet.ts'
import type { Table, Value } from '#core/table/table.ts'
import type { Section } from '#controls/control.ts'
import { completeForm } from '#controls/form.ts'
import type { DataRequirement } from './data-requirement.ts'

/*
 * The contract of chart types: a definition is pure, its View is loaded on demand. `chart()` makes a type of a
 * definition.
 */

/** The interactions that a chart type supports. */
export type Behavior = 'INTERACTIVE_CHART' | 'DRILL_TO_DETAIL'

/** The icons of chart types, used where there is no room for a thumbnail. */
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

/** The metadata of a chart type: its gallery entry and other static properties. */
export interface ChartMeta {
  readonly icon: ChartIcon
  /** The position among the most used types, lowest first; gaps are allowed. Types without a rank follow by name. */
  readonly rank?: number
  /** Listed for quick access in Explore, outside the full gallery. */
  readonly isQuickChoice?: true
  /** The placeholder shape shown while the chart loads. */
  readonly skeleton: 'bars' | 'table' | 'figure' | 'pie' | 'map'
  /** `figure`: a number, which needs little room and no description line; otherwise `card`. */
  readonly frame: 'card' | 'figure'
  /**
   * Its spreadsheet pivots the result rows over two dimensions. It may have as many cells as the square of the row
   * count, and a file of it differs from a file of the rows.
   */
  readonly isPivoted?: true
  /** The data for which the type is suggested; the first match applies. A type without any is never suggested. */
  readonly dataRequirements?: readonly DataRequirement[]
  readonly name: string
  readonly description: string
  readonly category: string
  readonly tags: readonly string[]
  readonly behaviors: readonly Behavior[]
  readonly label?: 'Deprecated' | 'Featured'
  readonly labelExplanation?: string
  /** Other common names of the type, for search. */
  readonly synonyms?: readonly string[]
  readonly deprecated?: boolean
  readonly exampleGallery?: readonly { readonly url: string; readonly caption: string }[]
  readonly supportedAnnotationTypes?: readonly string[]
}

/** Metadata of the dataset about the columns and metrics of a result. */
export interface DatasetMetadata {
  /** Column or metric name to display name. */
  readonly verbose_map: Readonly<Record<string, string>>
  /** Metric name to its d3 number format, with its currency if it has one (`core/format/currency.ts`). */
  readonly column_formats: Readonly<Record<string, string>>
}

/** The input of a chart: the form, one table and one entry head per query, and the dashboard's settings. */
export interface ChartInput<F extends FormData = FormData> {
  readonly form: F
  readonly tables: readonly Table[]
  readonly entries: readonly ResultMetadata[]
  readonly dataset: DatasetMetadata
  /** Colors set by the dashboard, label to color. */
  readonly labelColors: Readonly<Record<string, string>>
  /** The colors that the dashboard stored of its color scheme, in case that scheme is not known here. */
  readonly colorDomain?: readonly string[]
  /** The data of annotation layers, by layer name; only layers that have data. */
  readonly layerData?: Readonly<Record<string, LayerData>>
  readonly filterState?: DataMask['filterState']
  readonly ownState?: DataMask['ownState']
}

/** The input of a chart's spreadsheet. */
export interface SheetInput<F extends FormData = FormData> {
  readonly form: F
  readonly table: Table
  /** The result of `sheetTotals`, and the labels of its dimensions. */
  readonly totals?: PivotTotals | undefined
  /** Returns the display name of a label; display names are unique. */
  readonly nameOf: (label: string) => string
  /** Returns the number format of a metric in the dataset by its label; see `column_formats`. */
  readonly formatOf: (label: string) => string | undefined
  /** Formats the timestamps of a column. */
  readonly timestampFormatOf: TimestampFormatters
}

/** One selected mark: the dimension values behind it, by column label. */
export type SelectedMark = Readonly<Record<string, Value>>

/** The selected range of an axis: its lowest and highest value, as instants in epoch milliseconds or numbers. */
export interface AxisRange {
  readonly kind: 'time' | 'number'
  readonly first: number
  readonly last: number
}

/**
 * The selection mode: `one` selects only this mark, or clears it if selected; `more` adds it to the selection; `not`
 * excludes its rows.
 */
export type SelectionMode = 'one' | 'more' | 'not'

/** Migrates form data of an older chart type or version to the current one. */
export interface FormMigration {
  /** The subject of the migration, as a noun; unique in its chart type. */
  readonly name: string
  /** True if a saved form needs this migration; checked after the migrations before it. */
  applies(form: FormData): boolean
  /** Returns the form one version newer, with the current `viz_type` and keys. Pure; keeps every unknown key. */
  migrate(form: FormData): FormData
}

/** The static properties of a chart type, without its functions of forms. */
interface ChartDetails {
  readonly type: string
  /** Older chart types that are drawn as this type after `migrations` have converted their forms. */
  readonly olderNames?: readonly string[]
  readonly meta: ChartMeta
  readonly controls: readonly Section[]
  /**
   * Forms without `viz_type` and `datasource` that query and draw something, the typical one first, for contract tests
   * and the documentation. They only use columns and metrics of `testing/example-columns.ts`.
   */
  readonly examples: readonly Readonly<Record<string, unknown>>[]
  /** Migrations from older types and versions to the current one, the newest last. */
  readonly migrations?: readonly FormMigration[]
  /** Whether it shows the results of `time_compare` although it has no control for it: always, or for some forms. */
  readonly compares?: true | ((form: FormData) => boolean)
  /**
   * Returns the forms of its queries, as stored, each with the keys of a chart with one query. Absent: the form is that
   * of all its queries.
   */
  readonly queryForms?: (form: FormData) => readonly FormData[]
  /** Whether its charts have lines over time that another chart can use as an annotation layer. */
  readonly givesLines?: true
  /** Whether it is drawn over time, so that an incomplete last period would mislead. */
  readonly hasPeriods?: true
}

/**
 * The definition of a chart type. `type` is the wire name and the folder name. All functions are pure and
 * deterministic; queries are JSON. Functions receive complete forms: the current version, with a valid value for every
 * control. The conversion of results is separate and loads with the View (`ToProps`).
 */
export interface ChartDefinition<F extends FormData = FormData> extends ChartDetails {
  /** Returns the queries of a form; the first feeds `tables[0]`. Empty if a required value is missing. */
  toQueries(form: F): readonly QueryObject[]
  /** Returns the labels of the dimensions that define its colors, in order; absent if there are none. */
  readonly colorColumns?: (form: F) => readonly string[]
  /**
   * Returns how long series may be sampled (`core/query/sample.ts`) and the visible range of the x axis. Undefined if
   * every point counts.
   */
  readonly toSample?: (form: F) => Omit<Sample, 'width'> | undefined
  /** Returns the data mask of selected marks. An empty `selectedMarks` clears it. Requires `toDrillFilters`. */
  readonly toDataMask?: (selectedMarks: readonly SelectedMark[], form: F) => DataMask
  /**
   * Returns the data mask of a selected range of the x axis, both ends inclusive. Undefined if the range cannot filter.
   */
  readonly toBrush?: (stretch: AxisRange, form: F) => DataMask | undefined
  /**
   * Returns the filters that select the rows of the selected marks, at least those of `toDataMask`. None for an empty
   * `selectedMarks`. Present if, and only if, `behaviors` has `DRILL_TO_DETAIL`.
   */
  readonly toDrillFilters?: (selectedMarks: readonly SelectedMark[], form: F) => readonly QueryFilter[]
  /**
   * Returns the form with its dimension replaced by this column of the dataset. Undefined if it has none to replace.
   */
  readonly toDrillBy?: (form: F, column: string) => FormData | undefined
  /** True if the results have nothing to draw. The default is true if no result has rows. */
  isEmpty?(entries: readonly ResultMetadata[]): boolean
  /** Returns a result as displayed, for files of the view. The default is its plain rows; undefined selects it. */
  readonly toSheet?: (input: SheetInput<F>) => TableSheet | undefined
  /** Returns an extra query for the totals of a spreadsheet; undefined if none is needed. */
  readonly sheetTotals?: (query: QueryObject, form: F) => QueryObject | undefined
}

/** A registered chart type. Its functions accept forms of any version, complete or not. */
export interface ChartType extends ChartDetails {
  /** Returns the complete current form of any form of this type: the same object for the same form. */
  readonly wholeForm: (form: FormData) => FormData
  readonly toQueries: (form: FormData) => readonly QueryObject[]
  readonly colorColumns?: (form: FormData) => readonly string[]
  readonly toSample?: (form: FormData) => Omit<Sample, 'width'> | undefined
  readonly toDataMask?: (selectedMarks: readonly SelectedMark[], form: FormData) => DataMask
  readonly toBrush?: (stretch: AxisRange, form: FormData) => DataMask | undefined
  readonly toDrillFilters?: (selectedMarks: readonly SelectedMark[], form: FormData) => readonly QueryFilter[]
  readonly toDrillBy?: (form: FormData, column: string) => FormData | undefined
  readonly isEmpty: (entries: readonly ResultMetadata[]) => boolean
  readonly toSheet?: (input: SheetInput) => TableSheet | undefined
  readonly sheetTotals?: (query: QueryObject, form: FormData) => QueryObject | undefined
}

const hasNoRows = (entries: readonly ResultMetadata[]): boolean => entries.every(({ rowcount }) => rowcount === 0)

/** Applies the migrations of a chart type to a form, in order. */
export function toCurrentForm(
  { migrations = [] }: { readonly migrations?: readonly FormMigration[] },
  form: FormData,
): FormData {
  return migrations.reduce((known, each) => (each.applies(known) ? each.migrate(known) : known), form)
}

/** Registers a chart type: its functions complete the forms they receive. Each form is completed once. */
export function chart<F extends FormData>(kind: ChartDefinition<F>): ChartType {
  const known = new WeakMap<FormData, F>()
  const toCompleteForm = (form: FormData): F => {
    const found = known.get(form) ?? (completeForm(toCurrentForm(kind, form), kind.controls) as F)
    known.set(form, found)
    known.set(found, found)
    return found
  }
  const { colorColumns, toSample, toDataMask, toBrush, toDrillFilters, toDrillBy, toSheet, sheetTotals, ...others } =
    kind
  return {
    ...others,
    wholeForm: toCompleteForm,
    toQueries: (form) => kind.toQueries(toCompleteForm(form)),
    ...(colorColumns ? { colorColumns: (form) => colorColumns(toCompleteForm(form)) } : {}),
    ...(toSample ? { toSample: (form) => toSample(toCompleteForm(form)) } : {}),
    ...(toDataMask ? { toDataMask: (selectedMarks, form) => toDataMask(selectedMarks, toCompleteForm(form)) } : {}),
    ...(toBrush ? { toBrush: (stretch, form) => toBrush(stretch, toCompleteForm(form)) } : {}),
    ...(toDrillFilters
      ? { toDrillFilters: (selectedMarks, form) => toDrillFilters(selectedMarks, toCompleteForm(form)) }
      : {}),
    ...(toDrillBy ? { toDrillBy: (form, column) => toDrillBy(toCompleteForm(form), column) } : {}),
    isEmpty: (entries) => kind.isEmpty?.(entries) ?? hasNoRows(entries),
    ...(toSheet ? { toSheet: (input) => toSheet({ ...input, form: toCompleteForm(input.form) }) } : {}),
    ...(sheetTotals ? { sheetTotals: (query, form) => sheetTotals(query, toCompleteForm(form)) } : {}),
  }
}

/**
 * Converts results for a complete form to the props of a View: pure and deterministic, JSON out, valid for empty,
 * all-null and one-row tables. `View.tsx` of the folder exports it, so that both load together and only when needed.
 */
export type ToProps<F extends FormData = FormData, P extends object = object> = (input: ChartInput<F>) => P

/** Returns the props of a chart for a form of any version, complete or not, by `toProps` of its folder. */
export function propsFor<F extends FormData, P extends object>(
  kind: ChartType,
  toProps: ToProps<F, P>,
  input: ChartInput,
): P {
  return toProps({ ...input, form: kind.wholeForm(input.form) as F })
}

/** One mark that covers fewer rows than its selection: for example a bar of one month of a series. */
export interface MarkRows {
  /** The values that all its rows share. */
  readonly rows: SelectedMark
  /** Its name when the selection is empty. */
  readonly text: string
}

/** Props of every chart View in addition to those of its type. Sizes in CSS pixels. */
export interface ChartViewProps {
  readonly width: number
  readonly height: number
  readonly theme: 'light' | 'dark'
  /** All charts of the page have the same time zone, which the page shows once, so axes omit it. */
  readonly isZoneHidden?: boolean | undefined
  /** The selected values, to highlight; undefined if the chart emits no filters. */
  readonly selectedMarks?: readonly SelectedMark[] | undefined
  /** Whether the rows of the selection are excluded instead of included. */
  readonly isSelectionExcluded?: boolean | undefined
  /** Present if a selection may filter other charts. */
  readonly onSelect?: ((selection: SelectedMark, how: SelectionMode) => void) | undefined
  /** The selected range of the x axis. */
  readonly stretch?: AxisRange | undefined
  /** Present if a range of the x axis may filter other charts; undefined clears it. */
  readonly onStretch?: ((stretch: AxisRange | undefined, isCompared?: boolean) => void) | undefined
  /** Present if marks have a context menu. `at` is the position in the window, in CSS pixels. */
  readonly onMenu?:
    | ((selection: SelectedMark, at: { readonly x: number; readonly y: number }, mark?: MarkRows) => void)
    | undefined
  /**
   * The props of the type as one object. A new object per result makes the chart paint again even if the values are
   * equal.
   */
  readonly shown?: object | undefined
  /** Present if the caller needs to know how many rows are readable without scrolling. */
  readonly onVisibleRows?: ((rows: number) => void) | undefined
  /** Called once a frame with this data has been painted. */
  readonly onRendered?: (() => void) | undefined
  /** Called when the own state of the chart (page, sort) changes; the chart is queried again. */
  readonly onOwnState?: ((state: Record<string, unknown>) => void) | undefined
  /**
   * Present while the chart is edited in Explore. Called when the user changes values of `picture` controls in the
   * picture itself. Nothing is queried again.
   */
  readonly onControls?: ((values: Readonly<Record<string, unknown>>) => void) | undefined
}

/** Returns the query context of a form, from the queries of its chart type. */
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
