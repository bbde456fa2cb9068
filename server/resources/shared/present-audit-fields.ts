import type { Entity, OwnedEntity } from '#core/entity/entity.ts'
import { printAgo, printInstant } from '#server/resources/print-instant.ts'
import { nameOf, type UsersById, ownersOf, userReferenceOf } from './users-by-id.ts'

/** Returns the creator, the last editor and their times in wire form. `now` in epoch milliseconds. */
export function presentAuditFields(row: Entity, usersById: UsersById, now: number): Record<string, unknown> {
  const changedBy = userReferenceOf(usersById, row.changed_by_fk)
  const createdBy = userReferenceOf(usersById, row.created_by_fk)
  const changedOn = printInstant(row.changed_on)
  return {
    id: row.id,
    uuid: row.uuid,
    created_on: printInstant(row.created_on),
    created_on_delta_humanized: printAgo(row.created_on, now),
    created_by: createdBy,
    created_by_name: nameOf(createdBy),
    changed_on: changedOn,
    changed_on_dttm: row.changed_on,
    changed_on_utc: `${changedOn}+0000`,
    changed_on_delta_humanized: printAgo(row.changed_on, now),
    changed_by: changedBy,
    changed_by_name: nameOf(changedBy),
    changed_by_url: '',
  }
}

/** Returns the same with owners and certification. */
export function presentOwnedEntity(row: OwnedEntity, usersById: UsersById, now: number): Record<string, unknown> {
  return Object.assign(presentAuditFields(row, usersById, now), {
    owners: ownersOf(usersById, row),
    certified_by: row.certified_by,
    certification_details: row.certification_details,
    is_managed_externally: row.is_managed_externally,
    external_url: row.external_url,
  })
}
