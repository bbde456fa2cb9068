import { call, send } from '#calls/call.ts'

/** A schema of the document, as far as an example is made of it. */
export interface DocumentSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, DocumentSchema>>
  readonly required?: readonly string[]
  readonly items?: DocumentSchema
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly DocumentSchema[]
  readonly oneOf?: readonly DocumentSchema[]
  readonly allOf?: readonly DocumentSchema[]
  readonly default?: unknown
  readonly minLength?: number
  readonly minimum?: number
}

export interface DocumentOperation {
  readonly summary?: string
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: DocumentSchema }>> }
}

interface PathParameter {
  readonly name: string
}

/** What stands under one path: its parameters, and an operation by each method. */
export type DocumentPath = Readonly<Record<string, DocumentOperation | readonly PathParameter[] | undefined>> & {
  readonly parameters?: readonly PathParameter[]
}

/** The OpenAPI document of the product, as it runs. */
export interface ApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: Readonly<Record<string, DocumentPath>>
}

/** Where the document is served. */
export const DOCUMENT_PATH = '/api/v1/_openapi'

export function readDocument(signal?: AbortSignal): Promise<ApiDocument> {
  return call('GET', DOCUMENT_PATH, { signal })
}

/** What somebody sends to try a call; `path` is filled and has its query string. */
export interface Trial {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

/** What came back, whatever its status. `time` in milliseconds. */
export interface TrialAnswer {
  readonly status: number
  readonly statusText: string
  readonly type: string
  readonly text: string
  readonly bytes: number
  readonly time: number
}

/** The most of an answer that is shown, in characters. */
export const MAX_SHOWN = 100_000

/** Sends one call as the person who is signed in. Rejects only when no answer came. */
export async function tryCall({ method, path, body }: Trial, signal?: AbortSignal): Promise<TrialAnswer> {
  const started = performance.now()
  const response = await send(method, path, { body, signal, accept: '*/*' })
  const blob = await response.blob()
  const time = performance.now() - started
  const type = response.headers.get('content-type') ?? ''
  const isText = type === '' || /^(text\/|application\/(json|.*\+json|javascript))/.test(type)
  return {
    status: response.status,
    statusText: response.statusText,
    type,
    text: isText ? (await blob.text()).slice(0, MAX_SHOWN) : '',
    bytes: blob.size,
    time,
  }
}
