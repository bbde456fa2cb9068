import type { IconName } from '#ui/base/icon-paths.ts'

/** The value of an option. */
export type OptionValue = string | number | boolean | null

/** An option. `count` is shown at the end of the row and as a bar. */
export interface Option<V extends OptionValue = OptionValue> {
  readonly value: V
  readonly label: string
  readonly detail?: string | undefined
  readonly icon?: IconName | undefined
  readonly count?: number | undefined
  readonly isDisabled?: boolean | undefined
}

/** Returns a key that distinguishes types: 1, '1' and true have different keys. */
export function optionKey(value: OptionValue): string {
  return value === null ? 'null' : `${typeof value}:${value}`
}

/** Normalizes text for searching: removes case and accents. */
export function foldSearchText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
}

/** Returns the options whose label, detail or value contains the text; those that start with it come first. */
export function matchingOptions<V extends OptionValue>(
  options: readonly Option<V>[],
  text: string,
): readonly Option<V>[] {
  const searchText = foldSearchText(text.trim())
  if (searchText === '') return options
  const first: Option<V>[] = []
  const later: Option<V>[] = []
  for (const option of options) {
    if (foldSearchText(option.label).startsWith(searchText)) first.push(option)
    else if (foldSearchText(`${option.label} ${option.detail ?? ''} ${option.value ?? ''}`).includes(searchText))
      later.push(option)
  }
  return [...first, ...later]
}

/** Sorts selected options first, in the order of `options`. */
export function sortSelectedFirst<V extends OptionValue>(
  options: readonly Option<V>[],
  chosen: ReadonlySet<string>,
): readonly Option<V>[] {
  if (chosen.size === 0) return options
  const isChosen = (option: Option<V>) => chosen.has(optionKey(option.value))
  return [...options.filter(isChosen), ...options.filter((option) => !isChosen(option))]
}

/** Adds `value` to the list, or removes it if present. */
export function toggleValue<V extends OptionValue>(values: readonly V[], value: V): V[] {
  const key = optionKey(value)
  const rest = values.filter((each) => optionKey(each) !== key)
  return rest.length === values.length ? [...values, value] : rest
}
