import { integer, text, nullableText } from './field.ts'
import { type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'

/** A named state of the native filters of a dashboard. */
export const filterSetEntity = defineEntity({
  table: 'filter_sets',
  type: 'filter_set',
  rights: {
    view: 'FilterSets',
    permissions: ['can_list', 'can_add', 'can_edit', 'can_delete', 'can_read', 'can_write'],
  },
  fields: {
    name: text({ folded: true }),
    description: nullableText(),
    dashboard_id: integer(),
    owner_type: text<'Dashboard' | 'User'>(),
    /** The dashboard's id or the user's id, by `owner_type`. */
    owner_id: integer(),
    /** JSON text; read as `params`, written as `json_metadata`. */
    params: text(),
  },
  relations: { dashboard: { to: 'dashboards', fk: 'dashboard_id' } },
})

export type FilterSet = RowOf<typeof filterSetEntity>
export type FilterSetDraft = DraftOf<typeof filterSetEntity>
