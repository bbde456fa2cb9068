import { call, send } from '#calls/call.ts'

/** The parts of an OpenAPI schema needed to create an example. */
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

/** One path of the document: its parameters, and an operation per method. */
export type DocumentPath = Readonly<Record<string, DocumentOperation | readonly PathParameter[] | undefined>> & {
  readonly parameters?: readonly PathParameter[]
}

/** The OpenAPI document of the running application. */
export interface ApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: Readonly<Record<string, DocumentPath>>
}

/** The path of the document. */
export const DOCUMENT_PATH = '/api/v1/_openapi'

export function fetchDocument(signal?: AbortSignal): Promise<ApiDocument> {
  return call('GET', DOCUMENT_PATH, { signal })
}

/** A call that a user tries; `path` is filled in and includes the query string. */
export interface TrialRequest {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

/** The response, regardless of its status. `time` in milliseconds. */
export interface TrialResponse {
  readonly status: number
  readonly statusText: string
  readonly type: string
  readonly text: string
  readonly bytes: number
  readonly time: number
}

/** The maximum number of response characters shown. */
export const MAX_SHOWN = 100_000

/** Sends one call as the current user. Rejects only without a response. */
export async function tryCall({ method, path, body }: TrialRequest, signal?: AbortSignal): Promise<TrialResponse> {
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
