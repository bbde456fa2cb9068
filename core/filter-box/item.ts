/** One select of a filter box, as the chart's form holds it. */
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

type Single = string | number | boolean

/** What is chosen in one field of a filter box; null and empty are nothing. */
export type BoxValue = Single | readonly (Single | null)[] | null

/** The items of a form; what is none is left out. */
export function itemsOf(configs: unknown): readonly BoxItem[] {
  const items = Array.isArray(configs) ? (configs as readonly unknown[]) : []
  return items.filter((each): each is BoxItem => {
    const column: unknown = typeof each === 'object' && each !== null ? (each as BoxItem).column : undefined
    return typeof column === 'string' && column !== ''
  })
}

/** The name people read. */
export const labelOf = ({ label, column }: BoxItem): string => label || column

function oneOf(text: string, columnType: string): Single | undefined {
  if (/bool/i.test(columnType)) {
    const word = text.trim().toLowerCase()
    return word === 'true' || word === 'false' ? word === 'true' : undefined
  }
  const isWhole = /int/i.test(columnType)
  if (!isWhole && !/float|double|decimal|numeric|real/i.test(columnType)) return text
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return isWhole ? (Number.isSafeInteger(value) ? value : undefined) : Number.isFinite(value) ? value : undefined
}

/** What an item chooses before anybody has; what its column cannot hold is dropped. */
export function defaultOf(item: BoxItem, columnType: string): BoxValue {
  const text = item.defaultValue
  if (text === undefined || text === null || text === '') return null
  return item.multiple ? text.split(';') : (oneOf(text, columnType) ?? null)
}

/** Whether anything is chosen. */
export function isChosen(value: BoxValue | undefined): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== ''
}
