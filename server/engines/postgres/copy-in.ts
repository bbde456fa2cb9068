import { createReadStream } from 'node:fs'
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import type { PoolClient, Submittable } from 'pg'

/** The part of the driver's connection that sends COPY data. */
interface Wire {
  readonly stream: Duplex
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** The end of a COPY, and its progress callback. */
interface CopyCourse {
  readonly signal: AbortSignal
  readonly onRows: (rows: number) => void
}

/** A COPY FROM STDIN of a file. The file is read only as fast as the server accepts it. */
class CopyIn implements Submittable {
  readonly #text: string
  readonly #file: string
  readonly #course: CopyCourse
  readonly #settle: (error: unknown, rows: number) => void
  #rows = 0
  #error: unknown
  #isOver = false

  constructor(text: string, file: string, course: CopyCourse, settle: (error: unknown, rows: number) => void) {
    this.#text = text
    this.#file = file
    this.#course = course
    this.#settle = settle
  }

  submit(connection: unknown): void {
    ;(connection as Wire).query(this.#text)
  }

  handleCopyInResponse(connection: unknown): void {
    const wire = connection as Wire
    this.#send(wire).catch((error: unknown) => {
      this.#error ??= error
      if (!this.#isOver) wire.sendCopyFail('the upload was stopped')
    })
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#rows = Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0)
  }

  handleError(error: unknown): void {
    this.#end(this.#error ?? error)
  }

  handleReadyForQuery(): void {
    this.#end(this.#error)
  }

  async #send(wire: Wire): Promise<void> {
    const { signal, onRows } = this.#course
    let rows = 0
    for await (const chunk of createReadStream(this.#file, { highWaterMark: 1 << 16, signal })) {
      if (this.#isOver) return
      wire.sendCopyFromChunk(chunk as Buffer)
      rows += countLines(chunk as Buffer)
      onRows(rows)
      if (wire.stream.writableNeedDrain) await waitForDrain(wire.stream, signal)
    }
    if (!this.#isOver) wire.endCopyFrom()
  }

  #end(error: unknown): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#settle(error, this.#rows)
  }
}

/** Resolves when a stream accepts more data, or is closed. */
async function waitForDrain(stream: Duplex, signal: AbortSignal): Promise<void> {
  const over = new AbortController()
  const both = { signal: AbortSignal.any([signal, over.signal]) }
  try {
    await Promise.race([once(stream, 'drain', both), once(stream, 'close', both)])
  } finally {
    over.abort()
  }
}

/** Runs a COPY FROM STDIN with the content of a file. Returns the number of rows stored by the server. */
export function copyIn(client: PoolClient, text: string, file: string, course: CopyCourse): Promise<number> {
  return new Promise((resolve, reject) => {
    const settle = (error: unknown, rows: number): void => {
      if (error === undefined) resolve(rows)
      else reject(error instanceof Error ? error : new Error('COPY failed', { cause: error }))
    }
    client.query(new CopyIn(text, file, course, settle))
  })
}

const NEWLINE = 0x0a

/** Counts line ends, which equals the number of rows. */
function countLines(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) count++
  return count
}
