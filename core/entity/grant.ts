import type { GrantLevel } from '#core/rest/grant-level.ts'
import { defineEntity, type DraftOf, type RowOf } from './entity-definition.ts'
import { nullableInteger, text, nullableText } from './field.ts'

/**
 * Permits a user, a group or a role to see, explore or edit a dashboard, a dataset, a database, one schema of a
 * database, or the contents of a folder. Exactly one subject is set, and one object; `schema` only together with `database_id`.
 */
export const grantEntity = defineEntity({
  table: 'grants',
  type: 'grant',
  fields: {
    dashboard_id: nullableInteger({ body: false }),
    dataset_id: nullableInteger({ body: false }),
    database_id: nullableInteger({ body: false }),
    folder_id: nullableInteger({ body: false }),
    schema: nullableText({ body: false }),
    user_id: nullableInteger({ body: false }),
    group_id: nullableInteger({ body: false }),
    role_id: nullableInteger({ body: false }),
    level: text<GrantLevel>({ body: false }),
    /** Object and subject as text; unique among grants that are not deleted. */
    pair_key: text({ body: false }),
  },
})

export type Grant = RowOf<typeof grantEntity>
export type GrantDraft = Omit<DraftOf<typeof grantEntity>, 'pair_key'>

/** The object and the subject of a grant. */
export type GrantPair = Partial<
  Pick<
    Grant,
    'dashboard_id' | 'dataset_id' | 'database_id' | 'schema' | 'folder_id' | 'user_id' | 'group_id' | 'role_id'
  >
>

/** Returns the text that identifies object and subject, such as `dataset 7, role 3`. */
export function grantKey(pair: GrantPair): string {
  const data = `database ${pair.database_id}${pair.schema ? ` schema ${pair.schema}` : ''}`
  const [object = data] = (['dashboard', 'dataset', 'folder'] as const).flatMap((type) => {
    const id = pair[`${type}_id`]
    return id ? [`${type} ${id}`] : []
  })
  const subject = pair.user_id
    ? `user ${pair.user_id}`
    : pair.group_id
      ? `group ${pair.group_id}`
      : `role ${pair.role_id}`
  return `${subject}, ${object}`
}
