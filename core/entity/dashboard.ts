import * as z from 'zod'
import { MAX_CSS_LENGTH } from '#core/css/max-css-length.ts'
import { jsonObjectText, textOf } from '#core/rest/body.ts'
import { flag, json, links, text, nullableText } from './field.ts'
import { type BodyOf, type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'
import { inFolder, ownedFields } from './owned-fields.ts'
import { tagsOf, tagIdsField } from './tagged-types.ts'

/** A dashboard as stored: layout and metadata are JSON text, stored unchanged. */
export const dashboardEntity = defineEntity({
  table: 'dashboards',
  type: 'dashboard',
  hasHistory: true,
  isPurged: true,
  rights: {
    view: 'Dashboard',
    permissions: ['can_read', 'can_write', 'can_export', 'can_get_embedded', 'can_set_embedded', 'can_delete_embedded'],
  },
  fields: {
    dashboard_title: text({
      body: textOf(0, 500).nullish(),
      folded: true,
      sorted: true,
      filter: 'text',
      bundle: z.string(),
    }),
    /** Unique among dashboards that are not deleted. */
    slug: nullableText({ body: textOf(0, 255).nullish(), folded: true, filter: 'text' }),
    description: nullableText(),
    /** Bundle files contain it as the object `position`. */
    position_json: json({ bundle: false }),
    /** Bundle files contain it as the object `metadata`. */
    json_metadata: json({ body: jsonObjectText.nullish(), bundle: false }),
    css: nullableText({ body: textOf(0, MAX_CSS_LENGTH).nullish() }),
    published: flag(false, { sorted: true, filter: 'flag' }),
    ...ownedFields('dashboard'),
    ...inFolder(),
    /** Role ids, ascending. */
    roles: links({ to: 'roles', through: 'dashboard_roles', here: 'dashboard_id', there: 'role_id' }),
    /** Ids of the linked charts, ascending. */
    charts: links(
      { to: 'charts', through: 'dashboard_charts', here: 'dashboard_id', there: 'chart_id' },
      { body: false },
    ),
  },
  relations: {
    tags: tagsOf('dashboard'),
    /** The folder that contains it, and those above. */
    inFolders: { to: 'folders', through: 'folder_dashboards', here: 'dashboard_id', there: 'folder_id' },
    /** Users who have opened it by a permalink that shares drafts. */
    draftReaders: { to: 'users', through: 'draft_readers', here: 'dashboard_id', there: 'user_id' },
  },
  also: { ...tagIdsField },
})

export type Dashboard = RowOf<typeof dashboardEntity>
export type DashboardDraft = DraftOf<typeof dashboardEntity>
export type DashboardBody = BodyOf<typeof dashboardEntity>
