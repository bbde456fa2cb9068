import * as z from 'zod'

/** Names of roles or groups of Facet by the name of a group at the provider. */
const mapping = z.record(z.string().min(1), z.array(z.string().min(1))).default({})

/** The name of a provider, and how it gives users, roles and groups. All types of providers have these keys. */
export const mappingFields = {
  /** Part of the URLs of the provider. */
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, {
    error: 'must have 1 to 32 lower-case letters, digits and hyphens',
  }),
  role_mapping: mapping,
  group_mapping: mapping,
  /** Roles of each user of the provider, whatever their groups. */
  default_roles: z.array(z.string().min(1)).default([]),
  /** Whether the first sign-in of an unknown user creates the user. */
  create_users: z.boolean().default(true),
  /** Whether an existing user with the verified e-mail address is linked at the first sign-in. */
  link_by_email: z.boolean().default(false),
  /** Whether the provider checks a second factor itself, so that Facet requires none of its own. */
  checks_second_factor: z.boolean().default(false),
}

const mappingShape = z.strictObject(mappingFields)

/** The parts of a provider that decide which user, roles and groups a sign-in gives. */
export type ProviderMapping = z.output<typeof mappingShape>
