import { has } from '#core/access/ability.ts'
import type { Condition } from '#core/access/condition.ts'
import type { AnnotationLayerEntity } from '#core/entity/annotation.ts'
import { type AnnotationLayerBody, annotationLayerCreate, annotationLayerUpdate } from '#core/rest/annotation.ts'
import { readBody } from '#core/rest/body.ts'
import { Fault } from '#core/rest/fault.ts'
import { allText, textColumn, toOne } from '#server/resources/operators.ts'
import type { Asked } from '#server/route/route.ts'
import type { Listing, Parsed, Resource } from '#server/resources/resource.ts'
import { compact } from '#server/resources/shared/compact.ts'
import { loadPeople } from '#server/resources/shared/people.ts'
import { presentStamp } from '#server/resources/shared/stamp.ts'

const VIEW = 'Annotation'

const person = (name: string) => ['id', 'first_name', 'last_name'].map((part) => `${name}.${part}`)

const shown = [
  'id',
  'name',
  'descr',
  ...person('created_by'),
  'created_on',
  ...person('changed_by'),
  'changed_on',
  'changed_on_delta_humanized',
]

const contains =
  (text: string) =>
  (col: string): Condition => ({ col, op: 'ct', value: text })

const listing: Listing = {
  columns: shown,
  showColumns: shown,
  order: {
    id: 'id',
    name: 'name',
    descr: 'descr',
    'changed_by.first_name': 'changed_by.first_name',
    'created_by.first_name': 'created_by.first_name',
    changed_on: 'changed_on',
    changed_on_delta_humanized: 'changed_on',
    created_on: 'created_on',
  },
  base: [{ column: 'changed_on', direction: 'desc' }],
  filters: {
    name: [
      ...textColumn('name'),
      allText('annotation_layer_all_text', 'All Text', (text) => ['name', 'descr'].map(contains(text))),
    ],
    descr: textColumn('descr'),
    created_by: toOne('created_by_fk'),
    changed_by: toOne('changed_by_fk'),
  },
  related: { created_by: 'user', changed_by: 'user' },
  distinct: [],
  addColumns: ['name', 'descr'],
  editColumns: ['name', 'descr'],
}

async function parse(
  body: unknown,
  { context }: Asked,
  row?: AnnotationLayerEntity,
): Promise<Parsed<AnnotationLayerBody>> {
  const read = row ? readBody(annotationLayerUpdate, body) : readBody(annotationLayerCreate, body)
  if ('errors' in read) return { errors: read.errors, status: 400 }
  const { name } = read.ok
  const taken =
    name === undefined ? undefined : await context.store.annotationLayers.find({ col: 'name', op: 'eq', value: name })
  if (taken && taken.id !== row?.id) return { errors: { name: ['Name must be unique'] }, status: 422 }
  return { ok: read.ok }
}

/** Layers of annotations. */
export const annotationLayer: Resource<AnnotationLayerEntity, AnnotationLayerBody> = {
  name: 'annotation_layer',
  permission: VIEW,
  nouns: { one: 'Annotation layer', many: 'Annotation layers', model: 'Annotation Layer' },
  listing,
  repository: (store) => store.annotationLayers,
  rule: ({ user }, action) => has(user, action === 'write' ? 'can_write' : 'can_read', VIEW),
  bodies: { create: annotationLayerCreate, update: annotationLayerUpdate },
  parse,
  create: (body, { context, user }) =>
    context.store.annotationLayers.create({ name: body.name ?? '', descr: body.descr ?? null }, user.userId),
  update: (row, body, { context, user }, ifVersion) =>
    context.store.annotationLayers.update(
      row.id,
      compact({ name: body.name, descr: body.descr }),
      user.userId,
      ifVersion === undefined ? {} : { ifVersion },
    ),
  async beforeRemove(rows, { context }) {
    const ids = rows.map(({ id }) => id)
    const inside = await context.store.annotations.count({ col: 'layer_id', op: 'in', value: ids })
    if (inside > 0) throw new Fault('annotation-layer-used')
  },
  async present(rows, { context }) {
    const people = await loadPeople(context.store, rows)
    const now = context.now()
    return rows.map((row) => ({ ...presentStamp(row, people, now), name: row.name, descr: row.descr }))
  },
}
