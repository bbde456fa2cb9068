import { isOwner } from '#core/access/ability.ts'
import { savedQueryEntity } from '#core/entity/saved-query.ts'
import { recordChange } from './changes.ts'
import { type SavedQueryFile, valuesOf } from './files.ts'
import { toText } from './json-text.ts'
import { planTags, withTags, writeTags } from './tags.ts'
import { decideImportAction, type ImportRun } from './import-run.ts'

/** Writes one saved query of a bundle for the importer; returns its id. */
export async function importQuery(
  importing: ImportRun,
  path: string,
  file: SavedQueryFile,
  databaseId: number,
): Promise<number> {
  const { store, actor, user, problems } = importing
  const found = await store.savedQueries.getByUuid(file.uuid, { deleted: true })
  const known = found && { ...found, owners: found.created_by_fk === null ? [] : [found.created_by_fk] }
  const decision = decideImportAction(importing, 'saved_query', path, known)
  const reported = { path, kind: 'saved_query', name: file.label ?? file.uuid } as const
  // Saved queries belong to one user: even an administrator does not write those of others.
  if (known && user && !isOwner(user, known)) {
    problems[path] = `A saved query already exists and user doesn't have permissions to overwrite it`
    return known.id
  }
  if (known && decision === 'keep') {
    recordChange(importing, reported, decision, known)
    return known.id
  }
  const values = {
    ...valuesOf(savedQueryEntity.fields, file),
    unknown_keys: toText(file.unknown),
    db_id: databaseId,
  }
  const tags = await planTags(importing, path, 'query', known, file)
  recordChange(importing, reported, decision, ...withTags(known, values, tags))
  if (known && known.deleted_at !== null) await store.savedQueries.restore(known.id, actor)
  const written = known
    ? await store.savedQueries.update(known.id, values, actor)
    : await store.savedQueries.create({ ...values, uuid: file.uuid }, actor)
  return writeTags(importing, 'query', written.id, tags)
}
