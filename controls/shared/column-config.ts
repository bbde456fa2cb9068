import type { ItemField } from '#controls/control.ts'
import type { ResultColumn } from '#controls/shared/result-columns.ts'
import { numberFormats, timeFormats } from '#controls/shared/format-choices.ts'
import { readItem } from '#controls/shared/item.ts'
import { optionalNumber } from '#controls/shared/validators.ts'

/** The settings of one column in `column_config`. */
export interface ColumnConfig {
  /** The column by which selected values filter other charts, if it is another one. */
  readonly emitTarget?: string
  readonly d3NumberFormat?: string
  /** Used for numbers between -1 and 1. */
  readonly d3SmallNumberFormat?: string
  readonly d3TimeFormat?: string
  /** The number of decimals, 0 to 100. */
  readonly fractionDigits?: number
  /** The minimum width in pixels. */
  readonly columnWidth?: number
  readonly horizontalAlign?: 'left' | 'right' | 'center'
  readonly showCellBars?: boolean
  readonly alignPositiveNegative?: boolean
  readonly colorPositiveNegative?: boolean
  readonly truncateLongCells?: boolean
}

type Kind = ResultColumn['kind']
type ConfigField = ItemField & { readonly name: keyof ColumnConfig }

const format = { kind: 'choice', choices: numberFormats, isFreeForm: true } as const

const target: ConfigField = {
  name: 'emitTarget',
  label: 'Emit target',
  description: 'The column that picked values filter other charts by',
  kind: 'column',
}
const width: ConfigField = {
  name: 'columnWidth',
  label: 'Min width',
  description: 'Least width of the column in pixels',
  kind: 'text',
  validators: [optionalNumber],
}
const align: ConfigField = {
  name: 'horizontalAlign',
  label: 'Text align',
  kind: 'choice',
  choices: [
    { value: 'left', label: 'Left' },
    { value: 'right', label: 'Right' },
    { value: 'center', label: 'Center' },
  ],
}
const truncate: ConfigField = {
  name: 'truncateLongCells',
  label: 'Truncate',
  description: 'Cut texts that are wider than the least width of the column',
  kind: 'toggle',
}
const bars: ConfigField = { name: 'showCellBars', label: 'Cell bars', kind: 'toggle', fallback: true }
const signs: readonly ConfigField[] = [
  { name: 'alignPositiveNegative', label: 'Align +/-', kind: 'toggle' },
  { name: 'colorPositiveNegative', label: 'Color +/-', kind: 'toggle' },
]

const byKind: Readonly<Record<Kind, readonly ConfigField[]>> = {
  number: [
    width,
    { ...align, fallback: 'right' },
    bars,
    ...signs,
    { name: 'd3NumberFormat', label: 'D3 format', ...format },
    { name: 'd3SmallNumberFormat', label: 'Small number format', ...format },
    { name: 'fractionDigits', label: 'Fraction digits', kind: 'slider', min: 0, max: 100 },
  ],
  time: [
    width,
    { ...align, fallback: 'left' },
    { name: 'd3TimeFormat', label: 'D3 time format', kind: 'choice', choices: timeFormats, isFreeForm: true },
    target,
  ],
  text: [width, { ...align, fallback: 'left' }, truncate, target],
}

/** Returns the settings of a column type in display order. */
export function configFields(kind: Kind): readonly ConfigField[] {
  return byKind[kind]
}

/** All settings of any column type. */
export const allConfigFields: readonly ConfigField[] = [
  ...new Map(Object.values(byKind).flatMap((fields) => fields.map((field) => [field.name, field] as const))).values(),
]

/** Parses the valid settings of one column; widths of older forms are numbers or texts. Undefined if there are none. */
export function readConfig(raw: unknown): ColumnConfig | undefined {
  const item = readItem(raw, allConfigFields)
  if (!item) return undefined
  const { columnWidth, ...rest } = item
  const pixels = columnWidth === undefined ? Number.NaN : Number(columnWidth)
  return Number.isFinite(pixels) ? { ...rest, columnWidth: pixels } : rest
}

/** Returns the settings of one column of a form; empty if there are none. */
export function columnConfig(raw: unknown, name: string): ColumnConfig {
  if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, name)) return {}
  return readConfig((raw as Readonly<Record<string, unknown>>)[name]) ?? {}
}
