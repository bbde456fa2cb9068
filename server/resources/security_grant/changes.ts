import type { Grant } from '#core/entity/grant.ts'
import { isObject, parseJson } from '#core/rest/json.ts'
import { GRANT_LEVELS, type GrantLevel } from '#core/rest/grant-level.ts'
import type { LoggedGrantChange } from '#core/rest/grant.ts'
import { printInstant } from '#server/resources/print-instant.ts'
import type { RouteRequest } from '#server/route/route.ts'
import type { GrantObjectColumn, LoggedGrant } from '#server/store/grants.ts'
import { presentAccessGrants, userName } from './present.ts'
import { undoChecks } from './undo-checks.ts'

/** Maximum changes in the list. */
const MAX_GRANT_CHANGES = 50

type LoggedChange = LoggedGrant & { readonly action: LoggedGrantChange['action'] }

/**
 * Returns the last changes of the grants on an object, newest first, and whether there are older ones. The names
 * of groups and roles that the caller may not see are missing.
 */
export async function listGrantChanges(
  request: RouteRequest,
  column: GrantObjectColumn,
  id: number,
): Promise<{ readonly is_truncated: boolean; readonly result: LoggedGrantChange[] }> {
  const { store } = request.context
  const logged = await store.grants.changes(column, id, MAX_GRANT_CHANGES + 1)
  const shown = logged.slice(0, MAX_GRANT_CHANGES).flatMap(({ event, grant }): readonly LoggedChange[] => {
    const { action } = event
    return action === 'create' || action === 'update' || action === 'delete' ? [{ event, grant, action }] : []
  })
  const actors = shown.flatMap(({ event }) => event.actor ?? [])
  const people = (await store.users.list({ where: { col: 'id', op: 'in', value: [...new Set(actors)] } })).rows
  const names = new Map(people.map((user) => [user.id, userName(user)]))
  const grants = shown.map(({ grant }) => grant)
  const present = await presentAccessGrants(grants, request)
  const checks = await undoChecks(request, grants)
  const current = await currentKeys(shown, request)
  const seen = new Set<string>()
  const result: LoggedGrantChange[] = []
  for (const [index, { event, grant, action }] of shown.entries()) {
    const [before, after] = [levelIn(event.before) ?? grant.level, levelIn(event.after) ?? grant.level]
    // The action of the newest entry of a subject is the present state.
    const isCurrent = !seen.has(grant.pair_key) && (action === 'delete') !== current.has(grant.pair_key)
    seen.add(grant.pair_key)
    const name = event.actor === null ? undefined : names.get(event.actor)
    const shape = present[index]
    if (!shape) continue
    result.push({
      id: event.id,
      action,
      made_on: printInstant(event.at),
      made_by: event.actor === null || name === undefined ? null : { id: event.actor, name },
      grant: shape,
      level_before: action === 'create' ? null : before,
      level_after: action === 'delete' ? null : after,
      can_undo: isCurrent && (await checks.canUndo(grant, action, before)),
    })
  }
  return { is_truncated: logged.length > MAX_GRANT_CHANGES, result }
}

/** Returns the objects and subjects of these grants that have a grant now. */
async function currentKeys(shown: readonly LoggedChange[], { context }: RouteRequest): Promise<ReadonlySet<string>> {
  const value = [...new Set(shown.map(({ grant }) => grant.pair_key))]
  const { rows } = await context.store.grants.list({ where: { col: 'pair_key', op: 'in', value } })
  return new Set(rows.map((row: Grant) => row.pair_key))
}

function levelIn(text: string | null): GrantLevel | undefined {
  const values = text === null ? undefined : parseJson(text)
  const level = isObject(values) ? values['level'] : undefined
  return GRANT_LEVELS.find((each) => each === level)
}
