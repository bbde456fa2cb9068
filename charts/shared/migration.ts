import type { FormMigration } from '#charts/chart.ts'
import type { FormData } from '#core/form/form-data.ts'

/**
 * Renames keys of a form in place: metrics and columns are queried in key order. If the new name exists, both keys
 * stay.
 */
export function renameFormKeys(form: FormData, names: Readonly<Record<string, string>>): FormData {
  const nameOf = (key: string): string => {
    const name = Object.hasOwn(names, key) ? names[key] : undefined
    return name === undefined || name in form ? key : name
  }
  return Object.fromEntries(Object.entries(form).map(([key, value]) => [nameOf(key), value])) as FormData
}

/** Returns the form without keys that other keys have replaced. */
export function withoutKeys(form: FormData, ...keys: readonly string[]): FormData {
  return Object.fromEntries(Object.entries(form).filter(([key]) => !keys.includes(key))) as FormData
}

/** Sets values for keys that the form does not have. */
export function withMissingKeys(form: FormData, values: Readonly<Record<string, unknown>>): FormData {
  return { ...form, ...Object.fromEntries(Object.entries(values).filter(([key]) => form[key] === undefined)) }
}

/**
 * Returns a migration that sets keys missing in older forms, if their meaning differs from the default of the control.
 * Such charts query and draw as before.
 */
export function setMissingKeys(meanings: (form: FormData) => Readonly<Record<string, unknown>>): FormMigration {
  return {
    name: 'unsaid',
    applies: (form) => Object.keys(meanings(form)).some((key) => form[key] === undefined),
    migrate: (form) => withMissingKeys(form, meanings(form)),
  }
}
