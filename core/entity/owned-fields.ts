import { unknownKeys } from './unknown-keys.ts'
import type { EntityType } from './event.ts'
import { int } from '#core/rest/body.ts'
import { flag, nullableInteger, link, links, nullableText, type LinkTable } from './field.ts'

function ownersOf(type: EntityType): LinkTable {
  return { to: 'users', through: 'owners', here: 'entity_id', there: 'user_id', only: { entity_type: type } }
}

/** Returns the fields of entities with owners and certification, including external management. */
export function ownedFields(type: EntityType) {
  return {
    is_managed_externally: flag(false),
    external_url: link({ shown: 'show' }),
    certified_by: nullableText(),
    certification_details: nullableText(),
    unknown_keys: unknownKeys(),
    /** User ids, ascending. */
    owners: links(ownersOf(type)),
  }
}

/** Returns the field of entities that may be in a folder. Versions do not contain it: a restore never moves a row. */
export function inFolder() {
  return { folder_id: nullableInteger({ body: int.nullish(), shown: 'never', versioned: 'never', bundle: false }) }
}
