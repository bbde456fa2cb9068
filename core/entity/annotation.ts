import * as z from 'zod'
import { int, textOf } from '#core/rest/body.ts'
import { parseInstant } from '#core/rest/parse-instant.ts'
import { integer, json, timestampField, text, nullableText } from './field.ts'
import { type BodyOf, type DraftOf, type RowOf, defineEntity } from './entity-definition.ts'

/** A named collection of annotations. */
export const annotationLayerEntity = defineEntity({
  table: 'annotation_layers',
  rights: { view: 'Annotation', permissions: ['can_read', 'can_write'], readers: 'Alpha', writers: 'Alpha' },
  unknown: 'dropped',
  fields: {
    /** Unique among layers that are not deleted. */
    name: text({
      create: textOf(1, 250),
      update: textOf(1, 250).optional(),
      folded: true,
      sorted: true,
      filter: 'text',
    }),
    descr: nullableText({ folded: true, sorted: true, filter: 'text' }),
  },
  relations: { annotations: { to: 'annotations', back: 'layer_id' } },
})

export type AnnotationLayerEntity = RowOf<typeof annotationLayerEntity>
export type AnnotationLayerDraft = DraftOf<typeof annotationLayerEntity>
export type AnnotationLayerBody = BodyOf<typeof annotationLayerEntity>

/** Text of a timestamp; without a zone it is UTC. */
const timestampAsText = z.string().refine((sent) => parseInstant(sent) !== undefined, 'Not a valid datetime.')
const timestampOptions = { body: timestampAsText, read: parseInstant, sorted: true } as const

/** An event or a period. */
export const annotationEntity = defineEntity({
  table: 'annotations',
  unknown: 'dropped',
  fields: {
    layer_id: integer({ body: false, shown: 'never', bundle: false }),
    /** Unique among the annotations of the layer that are not deleted. */
    short_descr: text({
      create: textOf(1, 500),
      update: textOf(1, 500).optional(),
      folded: true,
      sorted: true,
      filter: 'text',
    }),
    long_descr: nullableText({ folded: true, sorted: true, filter: 'text' }),
    /** Epoch milliseconds UTC; the end is not before the start. */
    start_dttm: timestampField(timestampOptions),
    end_dttm: timestampField(timestampOptions),
    /** JSON text, stored unchanged. */
    json_metadata: json({ shown: 'show' }),
  },
  relations: { layer: { to: 'annotation_layers', fk: 'layer_id' } },
  /** Moves the annotation to another layer. */
  only: { update: { layer: int.optional() } },
})

export type Annotation = RowOf<typeof annotationEntity>
export type AnnotationDraft = DraftOf<typeof annotationEntity>
export type AnnotationBody = BodyOf<typeof annotationEntity> & { readonly layer?: number | undefined }
