import { join } from 'node:path'
import type { EngineStorage } from '../engine.ts'
import { EngineFile } from '#server/processes/engine-file.ts'
import { ProcessPool } from '#server/processes/process-pool.ts'
import { memoryShareOf } from '#server/processes/memory-shares.ts'
import type { AttachedSource } from './attach-databases.ts'
import type { FileSource } from './file-tables.ts'
import type { LakeSource } from './lake-tables.ts'
import type { BucketSource } from './object-store.ts'
import { programAt } from '#server/programs/program.ts'

/** Default number of processes. */
const USUAL_PROCESSES = 4

interface OpenedFiles {
  readonly file: EngineFile
  holders: number
}

/** A source with passwords. */
export interface SecretSource {
  readonly attached?: AttachedSource
  readonly bucket?: BucketSource
}

/** The source of a process: the path of a database file, or another source as JSON. */
interface Sources {
  readonly path?: string
  readonly source?: string
  readonly secret?: string
}

/** The database files in use of a data directory, and the processes that serve them. */
export class Files {
  readonly processPool: ProcessPool
  readonly #held = new Map<string, OpenedFiles>()
  readonly #started = new Map<unknown, Sources>()

  constructor({ directory, processes = USUAL_PROCESSES }: EngineStorage) {
    const { resident, planned } = memoryShareOf(processes)
    const scratch = join(directory, 'scratch')
    const script = programAt(import.meta.url, 'duckdb-child')
    this.processPool = new ProcessPool({
      most: processes,
      start: (member) => {
        const { path = '', source = '', secret } = this.#started.get(member) ?? {}
        return { script, scratch, resident, args: [path, String(planned), source], secret }
      },
    })
  }

  /** Acquires files of users, which one process reads; see `hold`. */
  holdSource(source: FileSource | LakeSource): ReturnType<Files['hold']> {
    return this.#hold({ source: JSON.stringify(source) })
  }

  /** Acquires a source with passwords, which one process reads; see `hold`. */
  holdSecret(source: SecretSource): ReturnType<Files['hold']> {
    return this.#hold({ secret: JSON.stringify(source) })
  }

  /** Acquires a shared file; its process ends when the last user leaves. */
  hold(path: string): { readonly file: EngineFile; readonly leave: () => Promise<void> } {
    return this.#hold({ path })
  }

  #hold(sources: Sources): ReturnType<Files['hold']> {
    const key = JSON.stringify(sources)
    const held = this.#held.get(key) ?? { file: new EngineFile(this.processPool), holders: 0 }
    held.holders++
    this.#held.set(key, held)
    this.#started.set(held.file, sources)
    let left = false
    const leave = async (): Promise<void> => {
      if (left) return
      left = true
      held.holders--
      if (held.holders > 0) return
      this.#held.delete(key)
      await held.file.end()
      this.#started.delete(held.file)
    }
    return { file: held.file, leave }
  }
}

const files = new WeakMap<EngineStorage, Files>()

/** Returns the files of a place; one object per place. */
export function filesOf(storage: EngineStorage): Files {
  const known = files.get(storage) ?? new Files(storage)
  files.set(storage, known)
  return known
}
