import type { CountryShapes, Part } from './country.ts'
import { usa } from './usa.ts'
import type { Choice } from '#controls/control.ts'

/** The countries whose shapes are here, by the names that forms have; `shapes.tsx` says where they are. */
export const countries: readonly CountryShapes[] = [usa]

/** The shapes of a country; undefined where they are not here. */
export const shapesOf = (id: unknown): CountryShapes | undefined => countries.find((each) => each.id === id)

/** The countries offered; one that is saved and not here is kept, and said to be so. */
export function countryChoices(saved: unknown): readonly Choice[] {
  const known = countries.map(({ id, label }) => ({ value: id, label }))
  if (typeof saved !== 'string' || saved === '' || shapesOf(saved)) return known
  return [...known, { value: saved, label: `${saved} (no shapes)` }]
}

/** The part that a code or a name means, in any case; codes may come without their country. */
export function partOf({ parts }: CountryShapes, said: unknown): Part | undefined {
  if (typeof said !== 'string' && typeof said !== 'number') return undefined
  const wanted = String(said).trim().toLowerCase()
  if (wanted === '') return undefined
  return parts.find(({ code, name }) => [code, code.slice(3), name].some((each) => each.toLowerCase() === wanted))
}
