/** One select control of a filter box, as stored in the chart's form. */
export interface BoxItem {
  readonly column: string
  readonly label?: string | null
  readonly defaultValue?: string | null
  readonly metric?: string | null
  readonly asc?: boolean
  readonly clearable?: boolean
  readonly multiple?: boolean
  readonly searchAllOptions?: boolean
}

type ScalarValue = string | number | boolean

/** The value of one field of a filter box; null and empty mean no value. */
export type BoxValue = ScalarValue | readonly (ScalarValue | null)[] | null

/** Returns the items of a form; invalid items are omitted. */
export function itemsOf(configs: unknown): readonly BoxItem[] {
  const items = Array.isArray(configs) ? (configs as readonly unknown[]) : []
  return items.filter((each): each is BoxItem => {
    const column: unknown = typeof each === 'object' && each !== null ? (each as BoxItem).column : undefined
    return typeof column === 'string' && column !== ''
  })
}

/** Returns the displayed label. */
export const labelOf = ({ label, column }: BoxItem): string => label || column

function oneOf(text: string, columnType: string): ScalarValue | undefined {
  if (/bool/i.test(columnType)) {
    const word = text.trim().toLowerCase()
    return word === 'true' || word === 'false' ? word === 'true' : undefined
  }
  const isWhole = /int/i.test(columnType)
  if (!isWhole && !/float|double|decimal|numeric|real/i.test(columnType)) return text
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return isWhole ? (Number.isSafeInteger(value) ? value : undefined) : Number.isFinite(value) ? value : undefined
}

/** Returns the default value of an item; values that do not fit the type of its column are dropped. */
export function defaultOf(item: BoxItem, columnType: string): BoxValue {
  const text = item.defaultValue
  if (text === undefined || text === null || text === '') return null
  return item.multiple ? text.split(';') : (oneOf(text, columnType) ?? null)
}

/** True if there is a value. */
export function isSelected(value: BoxValue | undefined): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== ''
}
