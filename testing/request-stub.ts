import { vi } from 'vitest'

/** The number of bytes of a test request. */
export const REQUEST_BYTES = 4_000_000

/**
 * Replaces `XMLHttpRequest` by one that uses the test's `fetch`. It reports a share of its bytes when it is sent, and all
 * of them when the response arrives.
 */
export function stubRequests(share = 1 / 4): void {
  class RequestStub extends EventTarget {
    readonly upload = new EventTarget()
    readonly #headers = new Headers()
    readonly #end = new AbortController()
    #to = ''
    #method = ''
    #received = ''
    status = 0
    statusText = ''
    responseText = ''

    open(method: string, to: string): void {
      this.#method = method
      this.#to = to
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value)
    }

    getAllResponseHeaders(): string {
      return this.#received
    }

    abort(): void {
      if (this.#end.signal.aborted) return
      this.#end.abort()
      this.#tell('abort')
    }

    send(body: BodyInit | null): void {
      this.#sent(REQUEST_BYTES * share)
      void this.#answer(body)
    }

    async #answer(body: BodyInit | null): Promise<void> {
      const init = { method: this.#method, headers: this.#headers, body, signal: this.#end.signal }
      try {
        const response = await fetch(this.#to, init)
        this.responseText = await response.text()
        if (this.#end.signal.aborted) return
        this.#sent(REQUEST_BYTES)
        this.status = response.status
        this.statusText = response.statusText
        this.#received = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\r\n')
        this.#tell('load')
      } catch {
        if (!this.#end.signal.aborted) this.#tell('error')
      }
    }

    #sent(loaded: number): void {
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: REQUEST_BYTES }))
    }

    #tell(type: 'load' | 'error' | 'abort'): void {
      this.dispatchEvent(new Event(type))
      this.dispatchEvent(new Event('loadend'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', RequestStub)
}
