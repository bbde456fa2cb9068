import * as z from 'zod'
import { int, jsonText, textOf } from './body.ts'

/** Body of `POST /api/v1/annotation_layer/`. */
export const annotationLayerCreate = z.object({ name: textOf(1, 250), descr: z.string().nullish() })

/** Body of `PUT /api/v1/annotation_layer/{id}`. */
export const annotationLayerUpdate = annotationLayerCreate.partial()

export type AnnotationLayerBody = z.output<typeof annotationLayerUpdate>

/** Text of a moment; one without a zone is UTC. The text is kept as given. */
const moment = z.string().refine((text) => parseMoment(text) !== undefined, 'Not a valid datetime.')

/** Body of `POST /api/v1/annotation_layer/{layer_id}/annotation/`. */
export const annotationCreate = z.object({
  short_descr: textOf(1, 500),
  long_descr: z.string().nullish(),
  start_dttm: moment,
  end_dttm: moment,
  json_metadata: jsonText.nullish(),
})

/** Body of `PUT /api/v1/annotation_layer/{layer_id}/annotation/{id}`; `layer` moves it to another layer. */
export const annotationUpdate = annotationCreate.partial().extend({ layer: int.optional() })

export type AnnotationBody = z.output<typeof annotationUpdate>

const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?(Z|[+-]\d\d:?\d\d)?$/

/** Epoch milliseconds of an ISO 8601 text, UTC where it names no zone; undefined when it is none. */
export function parseMoment(text: string): number | undefined {
  const match = ISO.exec(text.trim())
  if (!match) return undefined
  const plain = text
    .trim()
    .replace(' ', 'T')
    .replace(/(\.\d{3})\d+/, '$1')
  const at = Date.parse(match[1] === undefined ? `${plain.length === 10 ? `${plain}T00:00` : plain}Z` : plain)
  return Number.isNaN(at) ? undefined : at
}
