import { hasPermission } from '#core/access/ability.ts'
import type { Condition } from '#core/access/condition.ts'
import { type Annotation, type AnnotationBody, annotationEntity } from '#core/entity/annotation.ts'
import { selectEntityFields, parseEntityBody } from '#core/entity/entity-definition.ts'
import { idOf } from '#server/resources/resource-handlers.ts'
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

const listing = listingOf(annotationEntity, {
  showColumns: ['layer.id', 'layer.name'],
  base: [{ column: 'start_dttm', direction: 'desc' }],
  filters: {
    short_descr: [
      searchOperator('annotation_all_text', 'All Text', (text) => ['short_descr', 'long_descr'].map(contains(text))),
    ],
  },
  related: {},
})

/** Defaults for the fields of a body. */
const EMPTY = { short_descr: '', start_dttm: 0, end_dttm: 0 }

/** Returns the layer id of the URL. */
function layerOf(request: RouteRequest): number {
  return idOf(request, 'layer')
}

async function parse(body: unknown, request: RouteRequest, row?: Annotation): Promise<Parsed<AnnotationBody>> {
  const read = parseEntityBody(annotationEntity, body, row ? 'update' : 'create')
  if ('errors' in read) return { errors: read.errors, status: 400 }
  const annotation: AnnotationBody = read.ok
  const { annotations, annotationLayers } = request.context.store
  const layer = annotation.layer ?? layerOf(request)
  if (!(await annotationLayers.get(layer))) return { errors: { layer: ['Annotation layer not found.'] }, status: 400 }
  const updated = { ...row, ...selectEntityFields(annotationEntity, annotation) }
  if ((updated.start_dttm ?? 0) > (updated.end_dttm ?? 0)) {
    return { errors: { start_dttm: ['End date must be after start date'] }, status: 422 }
  }
  const sameName: Condition = {
    and: [
      { col: 'layer_id', op: 'eq', value: layer },
      { col: 'short_descr', op: 'eq', value: updated.short_descr ?? '' },
    ],
  }
  const duplicate = await annotations.find(sameName)
  if (duplicate && duplicate.id !== row?.id) {
    return { errors: { short_descr: ['Short description must be unique for this layer'] }, status: 422 }
  }
  return { ok: annotation }
}

/** The annotations of a layer. */
export const annotation: Resource<Annotation, AnnotationBody> = {
  name: 'annotation_layer/:layer/annotation',
  permission: VIEW,
  nouns: { one: 'Annotation', many: 'Annotations', model: 'Annotation' },
  listing,
  repository: (store) => store.annotations,
  rule: (request, action) =>
    hasPermission(request.user, action === 'write' ? 'can_write' : 'can_read', VIEW) && {
      col: 'layer_id',
      op: 'eq',
      value: layerOf(request),
    },
  bodies: annotationEntity,
  parse,
  create: (body, request) =>
    request.context.store.annotations.create(
      { ...EMPTY, ...selectEntityFields(annotationEntity, body), layer_id: layerOf(request) },
      request.user.userId,
    ),
  update: (row, body, { context, user }, ifVersion) =>
    context.store.annotations.update(
      row.id,
      { ...selectEntityFields(annotationEntity, body), ...(body.layer === undefined ? {} : { layer_id: body.layer }) },
      user.userId,
      ifVersion === undefined ? {} : { ifVersion },
    ),
  async present(rows, { context }) {
    const usersById = await loadUsers(context.store, rows)
    const now = context.now()
    const ids = [...new Set(rows.map(({ layer_id }) => layer_id))]
    const layers = await context.store.annotationLayers.list({ where: { col: 'id', op: 'in', value: ids } })
    const names = new Map(layers.rows.map(({ id, name }) => [id, name]))
    return rows.map((row) => ({
      ...presentAuditFields(row, usersById, now),
      ...presentFields(annotationEntity, row, 'show'),
      layer: { id: row.layer_id, name: names.get(row.layer_id) ?? '' },
    }))
  },
}
