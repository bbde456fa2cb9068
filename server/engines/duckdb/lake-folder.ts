import { constants, fstatSync, mkdirSync, openSync, readSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ApiError } from '#core/rest/api-error.ts'
import { DESCRIPTORS, hasDescriptors, type OpenFile } from './open-files.ts'
import type { LakeFile } from './lake-tables.ts'

/** Maximum size in bytes of the metadata of a table, and of the catalogue of a DuckLake. */
export const MAX_METADATA_BYTES = 256 * 2 ** 20
/** Maximum size in bytes of the copied and unpacked metadata of all tables of a source. */
const MAX_COPIED_BYTES = 2 * MAX_METADATA_BYTES

/** Requires that files are not larger than metadata may be. Throws `data-files-many`. */
export function requireMetadataSize(name: string, files: readonly OpenFile<unknown>[]): void {
  const bytes = files.reduce(
    (sum, { descriptor }) => sum + (descriptor === undefined ? 0 : fstatSync(descriptor).size),
    0,
  )
  if (bytes > MAX_METADATA_BYTES)
    throw new ApiError('data-files-many', { args: [name, MAX_METADATA_BYTES / 2 ** 20, 'MB of metadata'] })
}

/** Makes the link of an open file, and returns whether it can be made: names of files may be too long for a link. */
export function linkFile({ descriptor, path }: OpenFile<unknown>, link: string): boolean {
  if (descriptor === undefined || path === undefined) return false
  try {
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(hasDescriptors ? `${DESCRIPTORS}/${descriptor}` : path, link)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENAMETOOLONG') return false
    throw error
  }
}

/** Returns the descriptor of a folder, through which the engine reads it; undefined without descriptors. */
export const openFolder = (folder: string): number | undefined =>
  hasDescriptors ? openSync(folder, constants.O_RDONLY) : undefined

/** The copies of all tables of a source. */
export class CopiedBytes {
  readonly #source: string
  readonly #sizes = new Map<string, number>()
  #total = 0

  constructor(source: string) {
    this.#source = source
  }

  /** Adds the size of a copy, which may replace a former one. Throws `data-files-many`. */
  add(target: string, bytes: number): void {
    const total = this.#total - (this.#sizes.get(target) ?? 0) + bytes
    if (total > MAX_COPIED_BYTES)
      throw new ApiError('data-files-many', {
        args: [this.#source, MAX_COPIED_BYTES / 2 ** 20, 'MB of metadata that are copied'],
      })
    this.#sizes.set(target, bytes)
    this.#total = total
  }
}

interface LakeFolderOptions {
  /** The folder of the process for the table, and the same folder as the engine reads it. */
  readonly folder: string
  readonly readFolder: string
  /** The name of the table. */
  readonly table: string
  readonly copied: CopiedBytes
}

/**
 * The folder of one table: links to its open files, and copies of its metadata, which are made and checked when the
 * table is first used.
 */
export class LakeFolder {
  readonly readFolder: string
  readonly table: string
  /** The names of the linked files. */
  readonly linked: string[] = []
  /** The paths that the engine may read. */
  readonly paths: string[] = []
  readonly #folder: string
  readonly #copied: CopiedBytes
  readonly #files = new Map<string, { readonly file: OpenFile<LakeFile>; readonly copy: string }>()

  constructor({ folder, readFolder, table, copied }: LakeFolderOptions) {
    this.#folder = folder
    this.readFolder = readFolder
    this.table = table
    this.#copied = copied
  }

  /** Links a file, and returns whether that is possible. The path of another one is denied by the engine. */
  link(file: OpenFile<LakeFile>, name = file.file.name): boolean {
    if (!linkFile(file, join(this.#folder, name))) return false
    this.linked.push(name)
    this.paths.push(file.path ?? '')
    return true
  }

  /** Adds a file of metadata, of which a copy is made later. */
  addMetadata(file: OpenFile<LakeFile>, copy = file.file.name): void {
    this.#files.set(file.file.name, { file, copy })
    this.addCopy(copy)
  }

  /** Adds a file that is written later. */
  addCopy(copy: string): void {
    this.paths.push(join(this.#folder, copy))
  }

  /** The names of the files of metadata. */
  get metadata(): readonly string[] {
    return [...this.#files.keys()]
  }

  /** Returns the bytes of a file of metadata. Throws `data-file-unreadable` and `data-files-many`. */
  read(name: string): Buffer {
    const descriptor = this.#files.get(name)?.file.descriptor
    if (descriptor === undefined) throw new ApiError('data-file-unreadable', { args: [this.table] })
    requireMetadataSize(this.table, [{ file: name, descriptor }])
    const bytes = Buffer.alloc(fstatSync(descriptor).size)
    let position = 0
    while (position < bytes.length) {
      const count = readSync(descriptor, bytes, position, bytes.length - position, position)
      if (count === 0) break
      position += count
    }
    return bytes.subarray(0, position)
  }

  /** Writes the copy of a file of metadata. Throws `data-files-many`. */
  writeCopy(name: string, content: string | Buffer): void {
    this.write(this.#files.get(name)?.copy ?? name, content)
  }

  /** Writes a file that the engine reads. Throws `data-files-many`. */
  write(name: string, content: string | Buffer): void {
    const target = join(this.#folder, name)
    this.#copied.add(target, Buffer.byteLength(content))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, content)
  }
}
