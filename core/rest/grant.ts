import * as z from 'zod'
import { GRANT_LEVELS } from './grant-level.ts'
import { int, textOf } from './body.ts'

/* Bodies and responses of `/api/v1/security/grants/`. */

/** Maximum characters of the note of a request for access. */
const MAX_NOTE = 500
/** Maximum characters of the slug of a dashboard. */
const MAX_SLUG = 255
/** Maximum characters of a schema name. */
const MAX_SCHEMA = 1000

const level = z.enum(GRANT_LEVELS)
const objectIds = {
  dashboard: int.optional(),
  dataset: int.optional(),
  database: int.optional(),
  folder: int.optional(),
}
const subjectIds = { user: int.optional(), group: int.optional(), role: int.optional() }

/** Body of `POST /`: one object, one subject and the level; `schema` belongs to `database`. */
export const grantCreate = z.strictObject({
  ...objectIds,
  schema: textOf(1, MAX_SCHEMA).optional(),
  ...subjectIds,
  level,
})

/** Body of `PUT /{id}`. */
export const grantUpdate = z.strictObject({ level })

const namedEntity = z.object({ id: z.int(), name: z.string() })

const grantShape = z.object({
  id: z.int(),
  /** The object: `name` is null if it was deleted. */
  object: z.object({
    type: z.enum(['dashboard', 'dataset', 'schema', 'database', 'folder']),
    id: z.int(),
    schema: z.string().nullable(),
    name: z.string().nullable(),
  }),
  /** The user, group or role; `name` is null if it was deleted or the caller may not name it. */
  subject: z.object({ type: z.enum(['user', 'group', 'role']), id: z.int(), name: z.string().nullable() }),
  level,
  created_by: namedEntity.nullable(),
  created_on: z.string(),
  version: z.int(),
})

export const grantsResponse = z.object({ count: z.int(), result: z.array(grantShape) })
export const grantResponse = z.object({ id: z.int(), result: grantShape })

/** One grant of access. */
export type GrantResponse = Readonly<z.output<typeof grantShape>>

const grantChangeShape = z.object({
  /** Id of the entry in the action log. */
  id: z.int(),
  action: z.enum(['create', 'update', 'delete']),
  made_on: z.string(),
  /** Null for changes by the server and the command line. */
  made_by: namedEntity.nullable(),
  /** The grant as it is, or was when it was removed. */
  grant: grantShape,
  level_before: level.nullable(),
  level_after: level.nullable(),
  /** True if nobody changed the grant since, and the caller may make the opposite change. */
  can_undo: z.boolean(),
})

/** The last changes of the grants on an object, newest first; `is_truncated` if there are older ones. */
export const grantChangesResponse = z.object({ is_truncated: z.boolean(), result: z.array(grantChangeShape) })
export type LoggedGrantChange = Readonly<z.output<typeof grantChangeShape>>
export type GrantCreate = Readonly<z.output<typeof grantCreate>>

const subjectShape = z.object({ type: z.enum(['user', 'group', 'role']), id: z.int(), name: z.string() })

/** Users, groups and roles that a grant may name. */
export const grantSubjectsResponse = z.object({ result: z.array(subjectShape) })
export type GrantSubject = Readonly<z.output<typeof subjectShape>>

const reasonShape = z.object({
  /** How the user may read the object. */
  by: z.enum(['admin', 'ownership', 'permission', 'grant', 'dashboard', 'dashboard role', 'published', 'draft link']),
  /** The role that has the permission or the grant; empty if the caller may not name it. */
  role: z.string().optional(),
  /** The group by which the user has it; empty if the caller may not name it. */
  group: z.string().optional(),
  level: level.optional(),
  /** The folder that the grant names: it contains the object. */
  folder: namedEntity.optional(),
  /** The permission as a phrase. */
  permission: z.string().optional(),
  /** The dashboard that opens the dataset. */
  dashboard: namedEntity.optional(),
})

const readerShape = z.object({ user: namedEntity.extend({ username: z.string() }), reasons: z.array(reasonShape) })

/** The users who may read a dashboard or the data of a dataset. `is_public`: anonymous users may too. */
export const readersResponse = z.object({
  count: z.int(),
  is_public: z.boolean(),
  result: z.array(readerShape),
})

export type ReadReason = Readonly<z.output<typeof reasonShape>>
export type ReaderResponse = Readonly<z.output<typeof readerShape>>
export type ReadersResponse = Readonly<z.output<typeof readersResponse>>

/** Body of `POST /requests`. */
export const accessRequestCreate = z.strictObject({
  /** Id or slug. */
  dashboard: z.union([int, textOf(1, MAX_SLUG)]).optional(),
  dataset: int.optional(),
  note: textOf(0, MAX_NOTE).optional(),
})

/** Body of `POST /requests/{id}/close`: with a level, access is granted. */
export const accessRequestClose = z.strictObject({ level: level.optional() })

const accessRequestShape = z.object({
  id: z.int(),
  created_on: z.string(),
  user: namedEntity,
  object: z.object({ type: z.enum(['dashboard', 'dataset']), id: z.int(), name: z.string() }),
  note: z.string(),
})

export const accessRequestsResponse = z.object({ count: z.int(), result: z.array(accessRequestShape) })

/** An open request for access. */
export type AccessRequestResponse = Readonly<z.output<typeof accessRequestShape>>

/** The names of owners and administrators who can grant access to a user. */
export const accessContactsResponse = z.object({ result: z.array(z.string()) })
