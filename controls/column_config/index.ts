import type { ControlType, ItemField } from '#controls/control.ts'
import { messages } from '#controls/shared/check.ts'
import { type ColumnConfig, readConfig } from '#controls/shared/column-config.ts'
import { SLOW_DEBOUNCE } from '#controls/shared/delays.ts'
import type { FormData } from '#core/form/form-data.ts'
import { type Item, itemErrors } from '#controls/shared/item.ts'

/** Settings by column name. */
export type ColumnConfigs = Readonly<Record<string, ColumnConfig>>

/** How columns are written and drawn. Columns the form does not ask for now keep their settings. */
export const column_config: ControlType<ColumnConfigs> = {
  type: 'column_config',
  parse(raw) {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined
    const read = Object.entries(raw).map(([name, config]) => [name, readConfig(config)] as const)
    return Object.fromEntries(read.filter(([, config]) => config !== undefined)) as ColumnConfigs
  },
  check: (value, control) => messages(value, control),
  examples: ({ fields: [own] = [] }, { dataset }) =>
    dataset.metrics.map(({ metric_name }) => ({ [metric_name]: { [own?.name ?? 'columnWidth']: 77 } })),
}

/** How many columns a short list shows, and from how many on a list is shortened. */
const SHORT = 10
const LONGEST = 12

/** Whether a list is long enough to be shortened. */
export function isLong(columns: readonly unknown[]): boolean {
  return columns.length > LONGEST
}

/** The columns seen: ten of more than twelve, unless all are asked for. */
export function shownColumns<T>(columns: readonly T[], isAll: boolean): readonly T[] {
  return isAll || !isLong(columns) ? columns : columns.slice(0, SHORT)
}

/** The settings a draft makes; undefined while it has errors: nothing is sent then. */
export function settled(draft: Item, fields: readonly ItemField[]): ColumnConfig | undefined {
  return Object.keys(itemErrors(draft, fields)).length > 0 ? undefined : readConfig(draft)
}

/** Milliseconds a toggle or a choice waits. */
const SHORTEST = 50

/** Milliseconds a change waits before it is sent: what is typed may go on. */
export function delayOf(kind: ItemField['kind']): number {
  return kind === 'text' || kind === 'number' ? SLOW_DEBOUNCE : SHORTEST
}

const OF_FORM: Readonly<Record<string, readonly [key: string, usual: boolean]>> = {
  showCellBars: ['show_cell_bars', true],
  alignPositiveNegative: ['align_pn', false],
  colorPositiveNegative: ['color_pn', true],
}

/** The fields of a column with what they mean while unset: for some of them the form says it for all columns. */
export function fieldsIn(form: FormData, fields: readonly ItemField[]): readonly ItemField[] {
  return fields.map((field) => {
    const shared = OF_FORM[field.name]
    if (!shared) return field
    const said = form[shared[0]]
    return { ...field, fallback: typeof said === 'boolean' ? said : shared[1] }
  })
}
