import type { FormMigration } from '#charts/chart.ts'
import type { FormData } from '#core/form/form-data.ts'

/**
 * The form with other names for some of its keys, each in its place: metrics and columns are asked in the order of their
 * keys. Where the new name is there already, both stay as they are.
 */
export function renamed(form: FormData, names: Readonly<Record<string, string>>): FormData {
  const nameOf = (key: string): string => {
    const name = Object.hasOwn(names, key) ? names[key] : undefined
    return name === undefined || name in form ? key : name
  }
  return Object.fromEntries(Object.entries(form).map(([key, value]) => [nameOf(key), value])) as FormData
}

/** The form without some of its keys, whose meaning stands under others. */
export function without(form: FormData, ...keys: readonly string[]): FormData {
  return Object.fromEntries(Object.entries(form).filter(([key]) => !keys.includes(key))) as FormData
}

/** The form with these values where it says nothing. */
export function filledIn(form: FormData, values: Readonly<Record<string, unknown>>): FormData {
  return { ...form, ...Object.fromEntries(Object.entries(values).filter(([key]) => form[key] === undefined)) }
}

/**
 * What forms mean that were saved without some keys, where that is not what the controls begin with: they are asked and
 * drawn as they always were.
 */
export function unsaid(meanings: (form: FormData) => Readonly<Record<string, unknown>>): FormMigration {
  return {
    name: 'unsaid',
    applies: (form) => Object.keys(meanings(form)).some((key) => form[key] === undefined),
    migrate: (form) => filledIn(form, meanings(form)),
  }
}
