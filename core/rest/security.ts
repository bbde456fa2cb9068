import * as z from 'zod'
import { int, textOf } from './body.ts'

/* Bodies and responses of `/api/v1/security/`. */

/** Body of `POST /api/v1/security/users/{id}/hand_over`: the id of the new owner. */
export const transferEntitiesBody = z.object({ to: int })

const ownedShape = z.object({
  type: z.enum(['dashboard', 'chart', 'dataset', 'database', 'folder']),
  id: z.int(),
  name: z.string(),
  /** Number of other users who own it. */
  other_owners: z.int(),
})

/** The entities that a user owns; `sole_count` counts those that nobody else owns. */
export const ownedResponse = z.object({ count: z.int(), sole_count: z.int(), result: z.array(ownedShape) })

export type OwnedResponse = Readonly<z.output<typeof ownedResponse>>

/** Names of the attributes of users, sorted. */
export const attributeNamesResponse = z.object({ count: z.int(), result: z.array(z.string()) })

/** A link that signs a user in once. */
export const signInLinkResponse = z.object({ result: z.object({ url: z.string(), expires_on: z.string() }) })

/** An invitation that was sent. */
export const invitationResponse = z.object({ result: z.object({ sent_to: z.string(), expires_on: z.string() }) })

/** Permissions as id and name. */
export const permissionNamesResponse = z.object({
  count: z.int(),
  ids: z.array(z.int()),
  result: z.array(z.object({ id: z.int(), name: z.string() })),
})

/** Permission pairs. */
export const permissionPairsResponse = z.object({
  count: z.int(),
  ids: z.array(z.int()),
  result: z.array(
    z.object({
      id: z.int(),
      permission: z.object({ name: z.string() }),
      view_menu: z.object({ name: z.string() }),
    }),
  ),
})

/** The permission pairs of a role. */
export const rolePermissionsResponse = z.object({
  result: z.array(z.object({ id: z.int(), permission_name: z.string(), view_menu_name: z.string() })),
})

/** Body of `POST /api/v1/security/roles/{id}/permissions`: ids of all pairs of the role. */
export const rolePermissionsBody = z.object({ permission_view_menu_ids: z.array(int).max(10_000) })

/** Response to it. */
export const rolePermissionsSet = z.object({
  result: z.object({ permission_view_menu_ids: z.array(z.int()) }),
})

/** Body of `PUT /api/v1/security/roles/{id}/users`: ids of all users of the role. */
/** `previous_user_ids` are the users that the caller saw; other users now are a version conflict. */
export const roleUsersBody = z.object({
  user_ids: z.array(int).max(10_000),
  previous_user_ids: z.array(int).max(10_000).optional(),
})

/** Response to it. */
export const roleUsersSet = z.object({ result: z.object({ user_ids: z.array(z.int()) }) })

/** Permissions on single databases, schemas and datasets that a role may be given. */
export const objectPermissionsResponse = z.object({
  /** True if more match than are returned. */
  is_truncated: z.boolean(),
  result: z.array(z.object({ permission: z.string(), view: z.string(), name: z.string() })),
})

export type ObjectPermission = Readonly<z.output<typeof objectPermissionsResponse>['result'][number]>

/** Whether the caller has a password; a user without one sets it without a current one. */
export const passwordStateResponse = z.object({ result: z.object({ is_set: z.boolean() }) })

/** Maximum characters of the reason of a view. */
const MAX_VIEW_REASON = 500

/** Body of `POST /api/v1/security/view_as/`: the user or the role, not both. */
export const viewAsBody = z
  .strictObject({
    user_id: int.optional(),
    role_id: int.optional(),
    /** For the action log. */
    reason: textOf(0, MAX_VIEW_REASON).optional(),
  })
  .refine(({ user_id, role_id }) => (user_id === undefined) !== (role_id === undefined), {
    path: ['user_id'],
    error: 'Either user_id or role_id is required.',
  })

export type ViewAsBody = Readonly<z.output<typeof viewAsBody>>

/** Response to it. */
export const viewAsResponse = z.object({
  result: z.object({ type: z.enum(['user', 'role']), id: z.int(), name: z.string(), until: z.string() }),
})

const GUEST_NAME_CHARACTERS = 200

const guestName = z.string().max(GUEST_NAME_CHARACTERS)

/** Body of `POST /api/v1/security/guest_token/`; a rule without a dataset restricts every dataset. */
export const guestTokenBody = z.object({
  user: z
    .object({ username: guestName.optional(), first_name: guestName.optional(), last_name: guestName.optional() })
    .optional(),
  resources: z.array(z.object({ type: z.literal('dashboard'), id: z.string().max(36) })).max(50),
  rls: z.array(z.object({ dataset: int.nullish(), clause: z.string().min(1) })).max(50),
})

export type GuestTokenBody = Readonly<z.output<typeof guestTokenBody>>

/** Response to it. */
export const guestTokenResponse = z.object({ token: z.string() })

/** Maximum characters of a CSV file of users. */
const MAX_USER_FILE = 1_000_000

/** Body of `POST /api/v1/security/users/import`. */
export const userImportBody = z.strictObject({
  csv: textOf(1, MAX_USER_FILE),
  /** Nothing is stored. */
  dry_run: z.boolean(),
  /** Whether new users get a sign-in link. */
  invite: z.boolean().optional(),
  /** Whether the links are sent by email to the users who have an address; only together with `invite`. */
  send: z.boolean().optional(),
})

const importedUserShape = z.object({
  /** Number of the line in the file, from 1. */
  line: z.int(),
  username: z.string(),
  action: z.enum(['create', 'change', 'reject']),
  /** Why the row is rejected. */
  reason: z.string().optional(),
  /** Changed fields as texts. */
  fields: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
})

/** The changes of an import of users, or of its dry run; rows without a change are only counted. */
export const userImportResponse = z.object({
  dry_run: z.boolean(),
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  rejected: z.int(),
  result: z.array(importedUserShape),
  /** The number of links sent by email. */
  sent: z.int(),
  /** Why links were not sent. */
  mail_problem: z.string().nullable(),
  /** The sign-in links of new users that were not sent; they are not shown again. */
  invitations: z.array(z.object({ username: z.string(), url: z.string(), expires_on: z.string() })),
})

export type ImportedUser = Readonly<z.output<typeof importedUserShape>>
export type UserImportResponse = Readonly<z.output<typeof userImportResponse>>
