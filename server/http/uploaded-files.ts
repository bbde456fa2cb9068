import type { IncomingFileObserver } from '#server/base/incoming-file-observer.ts'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A written file. */
interface WrittenFile {
  /** Absolute path; its folder holds no other file. */
  readonly path: string
  readonly bytes: number
}

/** Returns the folder of a home that holds uploaded files while their requests are answered. */
export function uploadFolderOf(home: string): string {
  return join(home, 'uploads')
}

/** The files of one form, on disk below a folder until they are dropped. */
export class UploadedFiles {
  readonly #folder: string
  readonly #own: string[] = []

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Writes a file as it arrives. Rejects with the reason of the receipt's signal if that is aborted. */
  async keep(file: Readable, receipt?: IncomingFileObserver): Promise<WrittenFile> {
    await mkdir(this.#folder, { recursive: true })
    const own = await mkdtemp(join(this.#folder, 'file-'))
    this.#own.push(own)
    const path = join(own, 'file')
    const sink = createWriteStream(path)
    receipt?.follow(() => sink.bytesWritten)
    try {
      await pipeline(file, sink, { signal: receipt?.signal })
    } catch (error) {
      receipt?.signal.throwIfAborted()
      throw error
    }
    return { path, bytes: sink.bytesWritten }
  }

  async drop(): Promise<void> {
    await Promise.all(this.#own.splice(0).map((own) => rm(own, { recursive: true, force: true })))
  }
}
