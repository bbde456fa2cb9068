import type { CountryShapes, CountryPart } from './country.ts'
import { usa } from './usa.ts'
import type { Choice } from '#controls/control.ts'

/** The countries with available shapes, by the names in form data; `shapes.tsx` loads the files. */
export const countries: readonly CountryShapes[] = [usa]

/** Returns the shapes of a country; undefined if unavailable. */
export const shapesOf = (id: unknown): CountryShapes | undefined => countries.find((each) => each.id === id)

/** Returns the countries on offer. A saved country without shapes stays in the list, marked as unavailable. */
export function countryChoices(saved: unknown): readonly Choice[] {
  const known = countries.map(({ id, label }) => ({ value: id, label }))
  if (typeof saved !== 'string' || saved === '' || shapesOf(saved)) return known
  return [...known, { value: saved, label: `${saved} (no shapes)` }]
}

/** Returns the part with a code or name, ignoring case. Codes may omit the country prefix. */
export function findCountryPart({ parts }: CountryShapes, countryValue: unknown): CountryPart | undefined {
  if (typeof countryValue !== 'string' && typeof countryValue !== 'number') return undefined
  const searchText = String(countryValue).trim().toLowerCase()
  if (searchText === '') return undefined
  return parts.find(({ code, name }) => [code, code.slice(3), name].some((each) => each.toLowerCase() === searchText))
}
