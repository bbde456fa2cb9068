import * as z from 'zod'
import { int, textOf } from '#core/rest/body.ts'
import { parseMoment } from '#core/rest/moment.ts'
import { integer, json, timestampField, text, textOrNull } from './field.ts'
import { type BodyOf, type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'

/** A named collection of annotations. */
export const annotationLayerEntity = defineEntity({
  table: 'annotation_layers',
  rights: { view: 'Annotation', permissions: ['can_read', 'can_write'], readers: 'Alpha', writers: 'Alpha' },
  unknown: 'dropped',
  fields: {
    /** Unique among living layers. */
    name: text({
      create: textOf(1, 250),
      update: textOf(1, 250).optional(),
      folded: true,
      sorted: true,
      filter: 'text',
    }),
    descr: textOrNull({ folded: true, sorted: true, filter: 'text' }),
  },
  relations: { annotations: { to: 'annotations', back: 'layer_id' } },
})

export type AnnotationLayerEntity = RowOf<typeof annotationLayerEntity>
export type AnnotationLayerDraft = DraftOf<typeof annotationLayerEntity>
export type AnnotationLayerBody = BodyOf<typeof annotationLayerEntity>

/** Text of a moment; one without a zone is UTC. */
const momentText = z.string().refine((sent) => parseMoment(sent) !== undefined, 'Not a valid datetime.')
const at = { body: momentText, read: parseMoment, sorted: true } as const

/** Something that happened, or went on for a while. */
export const annotationEntity = defineEntity({
  table: 'annotations',
  unknown: 'dropped',
  fields: {
    layer_id: integer({ body: false, shown: 'never', bundle: false }),
    /** Unique among the living annotations of the layer. */
    short_descr: text({
      create: textOf(1, 500),
      update: textOf(1, 500).optional(),
      folded: true,
      sorted: true,
      filter: 'text',
    }),
    long_descr: textOrNull({ folded: true, sorted: true, filter: 'text' }),
    /** Epoch milliseconds UTC; the end is not before the start. */
    start_dttm: timestampField(at),
    end_dttm: timestampField(at),
    /** JSON text, kept as given. */
    json_metadata: json({ shown: 'show' }),
  },
  relations: { layer: { to: 'annotation_layers', fk: 'layer_id' } },
  /** Moves it to another layer. */
  only: { update: { layer: int.optional() } },
})

export type Annotation = RowOf<typeof annotationEntity>
export type AnnotationDraft = DraftOf<typeof annotationEntity>
export type AnnotationBody = BodyOf<typeof annotationEntity> & { readonly layer?: number | undefined }
