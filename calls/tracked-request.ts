/** Receives the number of bytes sent, and the total. */
export type UploadProgressHandler = (sent: number, total: number) => void

type RequestOptions = Pick<RequestInit, 'method' | 'body' | 'headers' | 'signal'>

/** Statuses of responses without a body. */
const BODILESS = [204, 205, 304]

/** Sends a request like `fetch`, and reports the upload progress, which `fetch` does not. */
export function trackedRequest(url: string, options: RequestOptions, onSent: UploadProgressHandler): Promise<Response> {
  const { method = 'GET', body = null, headers, signal } = options
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(method, url)
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onSent(loaded, total))
    request.addEventListener('load', () => resolve(responseOf(request)))
    request.addEventListener('error', () => reject(new TypeError('The request failed.')))
    request.addEventListener('abort', () => reject(signal?.reason ?? new DOMException('aborted', 'AbortError')))
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort))
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) return reject(signal.reason)
    request.send(body as XMLHttpRequestBodyInit | null)
  })
}

function responseOf(request: XMLHttpRequest): Response {
  const { status, statusText } = request
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/)
  const headers = lines.flatMap((line): [string, string][] => {
    const at = line.indexOf(':')
    return at < 1 ? [] : [[line.slice(0, at), line.slice(at + 1).trim()]]
  })
  return new Response(BODILESS.includes(status) ? null : request.responseText, { status, statusText, headers })
}
