import { ids, int, textOf } from '#core/rest/body.ts'
import { nullableInteger, links, text } from './field.ts'
import { type BodyOf, type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'

/** Maximum length of a name in characters. */
const MAX_FOLDER_NAME = 250
/** Maximum number of folders from a root folder down to the deepest one. */
export const MAX_FOLDER_LEVELS = 8

/** A valid folder name; surrounding spaces are trimmed. */
export const folderName = textOf(1, MAX_FOLDER_NAME).refine((name) => name.trim() !== '', 'A folder needs a name.')

const trimText = (sent: string) => sent.trim()

/** A folder of dashboards, charts, datasets and other folders. Grants on it apply to everything in it and below. */
export const folderEntity = defineEntity({
  table: 'folders',
  type: 'folder',
  isPurged: true,
  rights: { view: 'Folder', permissions: ['can_read', 'can_write'] },
  unknown: 'dropped',
  fields: {
    name: text({
      create: folderName,
      update: folderName.optional(),
      read: trimText,
      folded: true,
      sorted: true,
      filter: 'text',
    }),
    /** The folder that contains it; null for a root folder. */
    parent_id: nullableInteger({ body: int.nullish(), shown: 'never', bundle: false }),
    /** User ids, ascending. */
    owners: links(
      { to: 'users', through: 'folder_owners', here: 'folder_id', there: 'user_id' },
      { create: ids.optional(), update: ids.optional() },
    ),
  },
  relations: {
    parent: { to: 'folders', fk: 'parent_id' },
    /** The folder itself and those that contain it. */
    ancestors: { to: 'folders', through: 'folder_paths', here: 'folder_id', there: 'ancestor_id' },
    /** Objects in the folder and below. */
    dashboards: { to: 'dashboards', through: 'folder_dashboards', here: 'folder_id', there: 'dashboard_id' },
    charts: { to: 'charts', through: 'folder_charts', here: 'folder_id', there: 'chart_id' },
    datasets: { to: 'datasets', through: 'folder_datasets', here: 'folder_id', there: 'dataset_id' },
  },
})

export type Folder = RowOf<typeof folderEntity>
export type FolderDraft = DraftOf<typeof folderEntity>
export type FolderBody = BodyOf<typeof folderEntity>
