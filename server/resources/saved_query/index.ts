import { allowedRows } from '#core/access/can.ts'
import type { Condition } from '#core/access/condition.ts'
import { type SavedQuery, type SavedQueryBody, savedQueryEntity } from '#core/entity/saved-query.ts'
import { selectEntityFields, parseEntityBody } from '#core/entity/entity-definition.ts'
import { printAgo } from '#server/resources/print-instant.ts'
import { searchOperator, relationOperators } from '#server/resources/operators.ts'
import type { Parsed, Resource } from '#server/resources/resource.ts'
import { databaseNames } from '#server/resources/shared/database-names.ts'
import { exportRoute } from '#server/resources/shared/export-route.ts'
import { importRoute } from '#server/resources/shared/import-route.ts'
import { loadUsers } from '#server/resources/shared/users-by-id.ts'
import { ruleOptions } from '#server/resources/shared/rule-options.ts'
import { parseObject } from '#server/resources/shared/present-slice.ts'
import { presentAuditFields } from '#server/resources/shared/present-audit-fields.ts'
import { savedQueryRule } from '#server/resources/shared/tagged-types.ts'
import { loadTags, putTags, tagColumns, tagOperators, tagProblems } from '#server/resources/shared/tags.ts'
import { listingOf, presentFields } from '#server/resources/shared/entity-resource.ts'
import type { RouteRequest } from '#server/route/route.ts'

const VIEW = 'SavedQuery'

const SEARCHED = ['label', 'schema', 'description', 'sql']

function searchConditions(text: string): readonly Condition[] {
  const contains = (col: string): Condition => ({ col, op: 'ct', value: text })
  return [
    ...SEARCHED.map(contains),
    { some: 'database', where: contains('database_name') },
    { some: 'tags', where: contains('name') },
  ]
}

const listing = listingOf(savedQueryEntity, {
  columns: ['database.id', 'database.database_name', 'extra', 'last_run_delta_humanized', ...tagColumns],
  order: { 'database.database_name': 'database.database_name', last_run_delta_humanized: 'last_run' },
  base: [{ column: 'changed_on', direction: 'desc' }],
  filters: {
    label: [searchOperator('all_text', 'All Text', searchConditions)],
    database: relationOperators('db_id'),
    tags: tagOperators('saved_query'),
  },
  related: { database: 'database', tags: 'tag' },
  distinct: ['schema'],
})

async function parse(body: unknown, request: RouteRequest, row?: SavedQuery): Promise<Parsed<SavedQueryBody>> {
  const read = parseEntityBody(savedQueryEntity, body, row ? 'update' : 'create')
  if ('errors' in read) return { errors: read.errors, status: 422 }
  const { db_id: id } = read.ok
  if (typeof id === 'number' && id !== row?.db_id && !(await databaseNames(request, [id])).has(id))
    return { errors: { db_id: ['Database does not exist'] }, status: 422 }
  const tags = await tagProblems(request, read.ok.tags, 'query', row)
  return tags ? { errors: tags, status: 422 } : { ok: read.ok }
}

/** Saved queries, read and written only by their user. */
export const savedQuery: Resource<SavedQuery, SavedQueryBody> = {
  name: 'saved_query',
  permission: VIEW,
  nouns: { one: 'Saved query', many: 'Saved queries', model: 'Saved Query' },
  listing,
  repository: (store) => store.savedQueries,
  rule: ({ user }, action) => savedQueryRule(user, action),
  relatedScope: (request, kind) =>
    kind !== 'database' || allowedRows(request.user, 'read', 'Database', ruleOptions(request)),
  bodies: savedQueryEntity,
  parse,
  create: (body, { context, user }) =>
    context.store.transaction(async (tx) => {
      const row = await tx.savedQueries.create(selectEntityFields(savedQueryEntity, body), user.userId)
      await putTags(tx, user, 'query', row.id, body.tags)
      return row
    }),
  update: (row, body, { context, user }, ifVersion) =>
    context.store.transaction(async (tx) => {
      const options = ifVersion === undefined ? {} : { ifVersion }
      const after = await tx.savedQueries.update(
        row.id,
        selectEntityFields(savedQueryEntity, body),
        user.userId,
        options,
      )
      await putTags(tx, user, 'query', row.id, body.tags)
      return after
    }),
  async present(rows, request, as) {
    const usersById = await loadUsers(request.context.store, rows)
    const names = await databaseNames(
      request,
      rows.map(({ db_id }) => db_id),
    )
    const tagsOf = await loadTags(request.context.store, 'query', rows)
    const now = request.context.now()
    return rows.map((row) => ({
      ...presentAuditFields(row, usersById, now),
      ...presentFields(savedQueryEntity, row, as),
      database:
        row.db_id !== null && names.has(row.db_id) ? { id: row.db_id, database_name: names.get(row.db_id) } : null,
      extra: parseObject(row.extra_json),
      tags: tagsOf(row.id),
      last_run_delta_humanized: row.last_run === null ? '' : printAgo(row.last_run, now),
    }))
  },
  bin: { nameOf: ({ label }) => label ?? '' },
  routes: [importRoute('saved_query', VIEW), exportRoute('saved_query', VIEW, () => savedQuery)],
}
