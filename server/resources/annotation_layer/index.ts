import { hasPermission } from '#core/access/ability.ts'
import type { Condition } from '#core/access/condition.ts'
import { type AnnotationLayerBody, type AnnotationLayerEntity, annotationLayerEntity } from '#core/entity/annotation.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { selectEntityFields, parseEntityBody } from '#core/entity/entity-definition.ts'
import { searchOperator } from '#server/resources/operators.ts'
import type { RouteRequest } from '#server/route/route.ts'
import type { Parsed, Resource } from '#server/resources/resource.ts'
import { loadUsers } from '#server/resources/shared/users-by-id.ts'
import { presentAuditFields } from '#server/resources/shared/present-audit-fields.ts'
import { listingOf, presentFields } from '#server/resources/shared/entity-resource.ts'

const VIEW = 'Annotation'

const contains =
  (text: string) =>
  (col: string): Condition => ({ col, op: 'ct', value: text })

const listing = listingOf(annotationLayerEntity, {
  base: [{ column: 'changed_on', direction: 'desc' }],
  filters: {
    name: [searchOperator('annotation_layer_all_text', 'All Text', (text) => ['name', 'descr'].map(contains(text)))],
  },
  related: {},
})

async function parse(
  body: unknown,
  { context }: RouteRequest,
  row?: AnnotationLayerEntity,
): Promise<Parsed<AnnotationLayerBody>> {
  const read = parseEntityBody(annotationLayerEntity, body, row ? 'update' : 'create')
  if ('errors' in read) return { errors: read.errors, status: 400 }
  const { name } = read.ok
  const taken = name ? await context.store.annotationLayers.find({ col: 'name', op: 'eq', value: name }) : undefined
  if (taken && taken.id !== row?.id) return { errors: { name: ['Name must be unique'] }, status: 422 }
  return { ok: read.ok }
}

/** Annotation layers. */
export const annotationLayer: Resource<AnnotationLayerEntity, AnnotationLayerBody> = {
  name: 'annotation_layer',
  permission: VIEW,
  nouns: { one: 'Annotation layer', many: 'Annotation layers', model: 'Annotation Layer' },
  listing,
  repository: (store) => store.annotationLayers,
  rule: ({ user }, action) => hasPermission(user, action === 'write' ? 'can_write' : 'can_read', VIEW),
  bodies: annotationLayerEntity,
  example: {
    title: 'name',
    create: { name: 'Holidays' },
    update: { descr: 'Changed' },
    misshapen: [{ name: 1 }, 400, 'name'],
  },
  parse,
  create: (body, { context, user }) =>
    context.store.annotationLayers.create(
      { name: '', ...selectEntityFields(annotationLayerEntity, body) },
      user.userId,
    ),
  update: (row, body, { context, user }, ifVersion) =>
    context.store.annotationLayers.update(
      row.id,
      selectEntityFields(annotationLayerEntity, body),
      user.userId,
      ifVersion === undefined ? {} : { ifVersion },
    ),
  async beforeRemove(rows, { context }) {
    const ids = rows.map(({ id }) => id)
    const inside = await context.store.annotations.count({ col: 'layer_id', op: 'in', value: ids })
    if (inside > 0) throw new ApiError('annotation-layer-used')
  },
  async present(rows, { context }, as) {
    const usersById = await loadUsers(context.store, rows)
    const now = context.now()
    return rows.map((row) => ({
      ...presentAuditFields(row, usersById, now),
      ...presentFields(annotationLayerEntity, row, as),
    }))
  },
}
