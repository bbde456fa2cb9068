import * as z from 'zod'

/** Names of roles or groups of Facet by the name of a group at the provider. */
const mapping = z.record(z.string().min(1), z.array(z.string().min(1))).default({})

/** Paths of SCIM that are an attribute: `title`, `name.familyName`, or an attribute of the enterprise extension by its URN. */
const SCIM_PATH = /^(urn:ietf:params:scim:schemas:extension:enterprise:2\.0:User:)?[A-Za-z]\w*(\.[A-Za-z]\w*)?$/

/** How the provider manages users and groups by SCIM. */
const scim = z.strictObject({
  /** The SHA-256 hashes of the accepted tokens, in hex; two while a token is replaced. */
  token_hashes: z
    .array(z.string().regex(/^[0-9a-f]{64}$/, { error: 'must be SHA-256 hashes from facet user scim-token' }))
    .min(1)
    .max(2),
  /** The paths of SCIM attributes by the names of the attributes of users that they set. */
  attributes: z
    .record(
      z.string().regex(/^[A-Za-z_]\w{0,63}$/, { error: 'must be letters, digits and underscores, at most 64' }),
      z
        .string()
        .regex(SCIM_PATH, { error: 'must be a path such as title, name.familyName or the URN of an attribute' }),
    )
    .refine((all) => Object.keys(all).length <= 50, { error: 'has at most 50 attributes' })
    .default({}),
})

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
  /** Whether the first sign-in of an unknown user creates the user. There is no default: it opens Facet to all users of the provider. */
  create_users: z.boolean({
    error: 'must be true (the first sign-in creates the user) or false: it was true if absent, and is required now',
  }),
  /** Whether an existing user with the verified e-mail address is linked at the first sign-in. */
  link_by_email: z.boolean().default(false),
  /** Whether the provider checks a second factor itself, so that Facet requires none of its own. */
  checks_second_factor: z.boolean().default(false),
  /** Without it, the provider cannot manage users by SCIM. */
  scim: scim.optional(),
}

const mappingShape = z.strictObject(mappingFields)

/** The parts of a provider that decide which user, roles and groups a sign-in gives. */
export type ProviderMapping = z.output<typeof mappingShape>

/** A provider that manages users and groups by SCIM. */
export type ScimProvider = ProviderMapping & {
  /** Identifies the provider in the links of users. */
  readonly issuer: string
  readonly scim: z.output<typeof scim>
}
