import * as z from 'zod'
import { isObject } from './json.ts'

/** The attributes of a user: one value or several by name. Administrators set them; row-level security reads them. */
export type UserAttributes = Readonly<Record<string, string | readonly string[]>>

/** Limits of attributes: how many, how many values each, and the characters of a value. */
const ATTRIBUTE_LIMITS = { attributes: 50, values: 1000, characters: 1000 } as const

const value = z.string().max(ATTRIBUTE_LIMITS.characters)

/** The name of an attribute. */
export const attributeName = z
  .string()
  .regex(/^[A-Za-z_]\w{0,63}$/, 'Names have letters, digits and underscores, at most 64.')

/** The schema of attributes in a body. */
export const userAttributes = z
  .record(attributeName, z.union([value, z.array(value).max(ATTRIBUTE_LIMITS.values)]))
  .refine((all) => Object.keys(all).length <= ATTRIBUTE_LIMITS.attributes, {
    error: `A user has at most ${ATTRIBUTE_LIMITS.attributes} attributes.`,
  })

/** Returns the attributes in the stored JSON text; none if it is not an object. */
export function readAttributes(json: string | null): UserAttributes {
  const stored: unknown = json === null ? {} : JSON.parse(json)
  return isObject(stored) ? (stored as UserAttributes) : {}
}
