import { type GrantLevel, includesLevel } from '#core/rest/grant-level.ts'
import type { Condition } from './condition.ts'
import type { CurrentUser, UserGrant } from './current-user.ts'

/** The condition for dashboards that are not drafts. */
export const publishedCondition: Condition = { col: 'published', op: 'eq', value: true }

type GrantHolder = Pick<CurrentUser, 'grants' | 'userId'>

function ofLevel(user: GrantHolder, level: GrantLevel): readonly UserGrant[] {
  return (user.grants ?? []).filter((each) => includesLevel(each.level, level))
}

function idIsIn(column: string, ids: readonly (number | null)[]): readonly Condition[] {
  const value = [...new Set(ids.filter((id) => id !== null))]
  return value.length === 0 ? [] : [{ col: column, op: 'in', value }]
}

/** Returns the ids of the folders that grants of at least this level name or contain. */
export function grantedFolders(user: GrantHolder, level: GrantLevel): readonly number[] {
  return [...new Set(ofLevel(user, level).flatMap(({ folder_id }) => folder_id ?? []))]
}

/** Returns the condition for the rows in folders that grants of at least this level name. */
export function inGrantedFolders(user: GrantHolder, level: GrantLevel): Condition {
  const [found = false] = idIsIn('folder_id', grantedFolders(user, level))
  return found
}

/**
 * Returns the condition for the dashboards that grants of at least this level name, also by their folder. A folder does
 * not open drafts to anonymous users.
 */
export function grantedDashboards(user: GrantHolder, level: GrantLevel): Condition {
  const named = idIsIn(
    'id',
    ofLevel(user, level).map(({ dashboard_id }) => dashboard_id),
  )
  const inFolders = idIsIn('folder_id', grantedFolders(user, level)).map(
    (each): Condition => (user.userId === null ? { and: [publishedCondition, each] } : each),
  )
  const [only = false, ...others] = [...named, ...inFolders]
  return others.length === 0 ? only : { or: [only, ...others] }
}

/** Returns the condition for the datasets that grants of at least this level name, also by schema, database or folder. */
export function grantedDatasets(user: GrantHolder, level: GrantLevel): Condition {
  const grants = ofLevel(user, level)
  const whole = grants.filter(({ schema }) => schema === null)
  const conditions = [
    ...idIsIn('folder_id', grantedFolders(user, level)),
    ...idIsIn(
      'id',
      grants.map(({ dataset_id }) => dataset_id),
    ),
    ...idIsIn(
      'database_id',
      whole.map(({ database_id }) => database_id),
    ),
    ...grants.flatMap(({ database_id, schema }): readonly Condition[] =>
      schema === null || database_id === null
        ? []
        : [
            {
              and: [
                { col: 'database_id', op: 'eq', value: database_id },
                { col: 'schema', op: 'eq', value: schema },
              ],
            },
          ],
    ),
  ]
  return conditions.length === 0 ? false : { or: conditions }
}

/** True if a grant of at least this level names any object. */
export function hasGrants(user: GrantHolder, level: GrantLevel): boolean {
  return ofLevel(user, level).length > 0
}
