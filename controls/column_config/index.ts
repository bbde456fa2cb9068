import type { ControlType, ItemField } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'
import { type ColumnConfig, readConfig } from '#controls/shared/column-config.ts'
import { SLOW_DEBOUNCE } from '#controls/shared/delays.ts'
import type { FormData } from '#core/form/form-data.ts'
import { type Item, itemErrors } from '#controls/shared/item.ts'

/** Settings by column name. */
export type ColumnConfigs = Readonly<Record<string, ColumnConfig>>

/** Display settings of columns. Columns that the form currently does not query keep theirs. */
export const column_config: ControlType<ColumnConfigs> = {
  type: 'column_config',
  parse(raw) {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined
    const read = Object.entries(raw).map(([name, config]) => [name, readConfig(config)] as const)
    return Object.fromEntries(read.filter(([, config]) => config !== undefined)) as ColumnConfigs
  },
  check: (value, control) => validationMessages(value, control),
  examples: ({ fields: [own] = [] }, { dataset }) =>
    dataset.metrics.map(({ metric_name }) => ({ [metric_name]: { [own?.name ?? 'columnWidth']: 77 } })),
}

/** The number of columns in a shortened list, and the count above which a list is shortened. */
const SHORT = 10
const LONGEST = 12

/** True if a list is long enough to be shortened. */
export function isLong(columns: readonly unknown[]): boolean {
  return columns.length > LONGEST
}

/** Returns the columns to show: ten of more than twelve, unless all are requested. */
export function visibleColumns<T>(columns: readonly T[], isAll: boolean): readonly T[] {
  return isAll || !isLong(columns) ? columns : columns.slice(0, SHORT)
}

/** Returns the settings of a draft; undefined if it has errors, in which case nothing is committed. */
export function validColumnConfig(draft: Item, fields: readonly ItemField[]): ColumnConfig | undefined {
  return Object.keys(itemErrors(draft, fields)).length > 0 ? undefined : readConfig(draft)
}

/** The delay of toggles and choices in milliseconds. */
const SHORTEST = 50

/** Returns the delay of a change in milliseconds; typed values wait for further typing. */
export function delayOf(kind: ItemField['kind']): number {
  return kind === 'text' || kind === 'number' ? SLOW_DEBOUNCE : SHORTEST
}

const OF_FORM: Readonly<Record<string, readonly [key: string, usual: boolean]>> = {
  showCellBars: ['show_cell_bars', true],
  alignPositiveNegative: ['align_pn', false],
  colorPositiveNegative: ['color_pn', true],
}

/**
 * Returns the fields of a column with their fallback values: some of them have a setting for all columns in the form.
 */
export function withFormFallbacks(form: FormData, fields: readonly ItemField[]): readonly ItemField[] {
  return fields.map((field) => {
    const shared = OF_FORM[field.name]
    if (!shared) return field
    const settings = form[shared[0]]
    return { ...field, fallback: typeof settings === 'boolean' ? settings : shared[1] }
  })
}
