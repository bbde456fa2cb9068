import { has } from '#core/access/ability.ts'
import type { Condition } from '#core/access/condition.ts'
import type { Annotation } from '#core/entity/annotation.ts'
import { type AnnotationBody, annotationCreate, annotationUpdate, parseMoment } from '#core/rest/annotation.ts'
import { readBody } from '#core/rest/body.ts'
import { idOf } from '#server/resources/generic.ts'
import { printMoment } from '#server/resources/moment.ts'
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
  'short_descr',
  'long_descr',
  'start_dttm',
  'end_dttm',
  ...person('changed_by'),
  'changed_on_delta_humanized',
  ...person('created_by'),
]

const contains =
  (text: string) =>
  (col: string): Condition => ({ col, op: 'ct', value: text })

const listing: Listing = {
  columns: shown,
  showColumns: [...shown, 'json_metadata', 'layer.id', 'layer.name'],
  order: {
    short_descr: 'short_descr',
    long_descr: 'long_descr',
    start_dttm: 'start_dttm',
    end_dttm: 'end_dttm',
    'changed_by.first_name': 'changed_by.first_name',
    'created_by.first_name': 'created_by.first_name',
    changed_on_delta_humanized: 'changed_on',
  },
  base: [{ column: 'start_dttm', direction: 'desc' }],
  filters: {
    short_descr: [
      ...textColumn('short_descr'),
      allText('annotation_all_text', 'All Text', (text) => ['short_descr', 'long_descr'].map(contains(text))),
    ],
    long_descr: textColumn('long_descr'),
    created_by: toOne('created_by_fk'),
    changed_by: toOne('changed_by_fk'),
  },
  related: { created_by: 'user', changed_by: 'user' },
  distinct: [],
  addColumns: ['short_descr', 'long_descr', 'start_dttm', 'end_dttm', 'json_metadata'],
  editColumns: ['short_descr', 'long_descr', 'start_dttm', 'end_dttm', 'json_metadata'],
}

/** The layer of the address. */
function layerOf(asked: Asked): number {
  return idOf(asked, 'layer')
}

async function parse(body: unknown, asked: Asked, row?: Annotation): Promise<Parsed<AnnotationBody>> {
  const read = row ? readBody(annotationUpdate, body) : readBody(annotationCreate, body)
  if ('errors' in read) return { errors: read.errors, status: 400 }
  const annotation: AnnotationBody = read.ok
  const { annotations, annotationLayers } = asked.context.store
  const layer = annotation.layer ?? layerOf(asked)
  if (!(await annotationLayers.get(layer))) return { errors: { layer: ['Annotation layer not found.'] }, status: 400 }
  const start = annotation.start_dttm === undefined ? row?.start_dttm : parseMoment(annotation.start_dttm)
  const end = annotation.end_dttm === undefined ? row?.end_dttm : parseMoment(annotation.end_dttm)
  if ((start ?? 0) > (end ?? 0)) {
    return { errors: { start_dttm: ['End date must be after start date'] }, status: 422 }
  }
  const named: Condition = {
    and: [
      { col: 'layer_id', op: 'eq', value: layer },
      { col: 'short_descr', op: 'eq', value: annotation.short_descr ?? row?.short_descr ?? '' },
    ],
  }
  const taken = await annotations.find(named)
  if (taken && taken.id !== row?.id) {
    return { errors: { short_descr: ['Short description must be unique for this layer'] }, status: 422 }
  }
  return { ok: annotation }
}

function momentOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseMoment(text)
}

/** The annotations of a layer. */
export const annotation: Resource<Annotation, AnnotationBody> = {
  name: 'annotation_layer/:layer/annotation',
  permission: VIEW,
  nouns: { one: 'Annotation', many: 'Annotations', model: 'Annotation' },
  listing,
  repository: (store) => store.annotations,
  rule: (asked, action) =>
    has(asked.user, action === 'write' ? 'can_write' : 'can_read', VIEW) && {
      col: 'layer_id',
      op: 'eq',
      value: layerOf(asked),
    },
  bodies: { create: annotationCreate, update: annotationUpdate },
  parse,
  create: (body, asked) =>
    asked.context.store.annotations.create(
      {
        layer_id: layerOf(asked),
        short_descr: body.short_descr ?? '',
        long_descr: body.long_descr ?? null,
        start_dttm: momentOf(body.start_dttm) ?? 0,
        end_dttm: momentOf(body.end_dttm) ?? 0,
        json_metadata: body.json_metadata ?? null,
      },
      asked.user.userId,
    ),
  update: (row, body, { context, user }, ifVersion) =>
    context.store.annotations.update(
      row.id,
      compact({
        layer_id: body.layer,
        short_descr: body.short_descr,
        long_descr: body.long_descr,
        start_dttm: momentOf(body.start_dttm),
        end_dttm: momentOf(body.end_dttm),
        json_metadata: body.json_metadata,
      }),
      user.userId,
      ifVersion === undefined ? {} : { ifVersion },
    ),
  async present(rows, { context }) {
    const people = await loadPeople(context.store, rows)
    const now = context.now()
    const ids = [...new Set(rows.map(({ layer_id }) => layer_id))]
    const layers = await context.store.annotationLayers.list({ where: { col: 'id', op: 'in', value: ids } })
    const names = new Map(layers.rows.map(({ id, name }) => [id, name]))
    return rows.map((row) => ({
      ...presentStamp(row, people, now),
      short_descr: row.short_descr,
      long_descr: row.long_descr,
      start_dttm: printSecond(row.start_dttm),
      end_dttm: printSecond(row.end_dttm),
      json_metadata: row.json_metadata,
      layer: { id: row.layer_id, name: names.get(row.layer_id) ?? '' },
    }))
  },
}

/** Whole seconds are written without a fraction. */
function printSecond(at: number): string {
  return printMoment(at).replace(/\.000000$/, '')
}
