import type { Draft, Entity } from './entity.ts'

/** A named collection of annotations. */
export interface AnnotationLayerEntity extends Entity {
  /** Unique among living layers. */
  readonly name: string
  readonly descr: string | null
}

export type AnnotationLayerDraft = Draft<AnnotationLayerEntity, 'name'>

/** Something that happened, or went on for a while. */
export interface Annotation extends Entity {
  readonly layer_id: number
  /** Unique among the living annotations of the layer. */
  readonly short_descr: string
  readonly long_descr: string | null
  /** Epoch milliseconds UTC; the end is not before the start. */
  readonly start_dttm: number
  readonly end_dttm: number
  /** JSON text, kept as given. */
  readonly json_metadata: string | null
}

export type AnnotationDraft = Draft<Annotation, 'layer_id' | 'short_descr' | 'start_dttm' | 'end_dttm'>
