import { defineEntity, type DraftOf, type RowOf } from './entity-definition.ts'
import { nullableInteger, text } from './field.ts'

/** Limits what a user, or the users of a role, may use. Exactly one subject is set; a null value sets nothing. */
export const quotaEntity = defineEntity({
  table: 'quotas',
  type: 'quota',
  fields: {
    user_id: nullableInteger({ body: false }),
    role_id: nullableInteger({ body: false }),
    /** Concurrent queries. */
    max_queries: nullableInteger({ body: false }),
    /** Rows of a query result. */
    max_rows: nullableInteger({ body: false }),
    /** Exports per hour. */
    max_exports: nullableInteger({ body: false }),
    /** Uploaded bytes per day. */
    max_upload_bytes: nullableInteger({ body: false }),
    /** The subject as text, such as `role 3`; unique among quotas that are not deleted. */
    subject_key: text({ body: false }),
  },
})

export type Quota = RowOf<typeof quotaEntity>
export type QuotaDraft = Omit<DraftOf<typeof quotaEntity>, 'subject_key'>

/** The user or the role of a quota. */
export type QuotaSubject = Partial<Pick<Quota, 'user_id' | 'role_id'>>

/** Returns the text that identifies the subject. */
export function quotaKey({ user_id, role_id }: QuotaSubject): string {
  return user_id ? `user ${user_id}` : `role ${role_id}`
}
