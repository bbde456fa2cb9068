import type { LayerData } from '#core/annotation/layer-data.ts'
import type { ResolvedOverrides } from '#core/annotation/overrides.ts'
import type { FormData } from '#core/form/form-data.ts'
import type { EntryHead } from '#core/query/result.ts'
import { call } from '#calls/call.ts'

type Records = LayerData['records']

/** What is asked for one layer: an annotation layer of the store (`isNative`) or a saved chart, by its id. */
export interface AnnotationQuestion {
  readonly value: string | number
  readonly overrides: ResolvedOverrides
  readonly isNative: boolean
}

export interface AskAnnotationOptions {
  readonly signal?: AbortSignal | undefined
  /** Seconds. */
  readonly timeout?: number | undefined
  readonly force?: boolean | undefined
}

const TIMEOUT = 60

/** Asks for the data of one layer, by its own address. Rejects with an `ApiError`. */
export async function askAnnotation(question: AnnotationQuestion, options: AskAnnotationOptions = {}) {
  const { value, overrides, isNative } = question
  const path = `/superset/${isNative ? 'annotation_json' : 'slice_json'}/${encodeURIComponent(value)}`
  const query = { form_data: JSON.stringify(overrides), force: options.force ? 'true' : undefined }
  const { signal, timeout = TIMEOUT } = options
  const ask = <T>() => call<T>('GET', path, { query, signal, timeout: timeout * 1000 })
  if (isNative) return { records: (await ask<{ data: Records }>()).data } satisfies LayerData
  const { data, colnames, coltypes, form_data } = await ask<EntryHead & { data: Records; form_data: FormData }>()
  return { records: data, chart: { colnames, coltypes, form: form_data } } satisfies LayerData
}
