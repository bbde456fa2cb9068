import { Agent, type IncomingMessage, request } from 'node:http'

/** A server's response, as visible to clients; injected responses of a server without a port fit too. */
export interface HttpResponse {
  readonly statusCode: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, number | string | string[] | undefined>>
  readonly body: string
  readonly payload: string
  readonly rawPayload: Buffer
  // oxlint-disable-next-line typescript/no-explicit-any -- what is in it is what the test is about
  json(): any
}

export interface HttpCall {
  readonly method?: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Text, bytes and forms are sent unchanged, other values as JSON. */
  readonly payload?: object | string
  /** Aborts the request at any time; it then rejects. */
  readonly signal?: AbortSignal
}

/** A caller of a server that listens on a port. */
export interface HttpClient {
  call(call: HttpCall): Promise<HttpResponse>
  get(url: string): Promise<HttpResponse>
  post(url: string, payload?: object | string): Promise<HttpResponse>
  put(url: string, payload?: object | string): Promise<HttpResponse>
  delete(url: string): Promise<HttpResponse>
}

interface Sent {
  readonly bytes?: Buffer
  readonly type?: string
}

async function encodePayload(payload: object | string | undefined): Promise<Sent> {
  if (payload === undefined) return {}
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return { bytes: Buffer.from(payload) }
  if (!(payload instanceof FormData)) return { bytes: Buffer.from(JSON.stringify(payload)), type: 'application/json' }
  const form = new Response(payload)
  return { bytes: Buffer.from(await form.arrayBuffer()), type: form.headers.get('content-type') ?? '' }
}

async function readResponse(message: IncomingMessage): Promise<HttpResponse> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  const rawPayload = Buffer.concat(parts)
  const body = rawPayload.toString('utf8')
  const { statusCode = 0, headers } = message
  return { statusCode, headers, body, payload: body, rawPayload, json: () => JSON.parse(body) }
}

/**
 * Returns a caller of the server at `base` that adds only the `given` headers to every request. Redirects are not
 * followed.
 */
export function httpClient(base: string, given: Readonly<Record<string, string>> = {}): HttpClient {
  const agent = new Agent({ keepAlive: true })
  const { hostname, port } = new URL(base)
  const call = async ({ method = 'GET', url, headers, payload, signal }: HttpCall): Promise<HttpResponse> => {
    const { bytes, type } = await encodePayload(payload)
    const own = {
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(bytes === undefined ? {} : { 'content-length': String(bytes.length) }),
    }
    return new Promise((resolve, reject) => {
      const routeRequest = request(
        { agent, hostname, port, method, path: url, headers: { ...own, ...given, ...headers }, signal },
        (message) => void readResponse(message).then(resolve, reject),
      )
      routeRequest.once('error', reject)
      routeRequest.end(bytes)
    })
  }
  const withBody = (method: string) => (url: string, payload?: object | string) =>
    call({ method, url, ...(payload === undefined ? {} : { payload }) })
  return {
    call,
    get: (url) => call({ method: 'GET', url }),
    post: withBody('POST'),
    put: withBody('PUT'),
    delete: (url) => call({ method: 'DELETE', url }),
  }
}
