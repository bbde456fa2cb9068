import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readlinkSync, realpathSync } from 'node:fs'
import { type FileAccess, fileCheck } from '../shared/data-file.ts'

/** Linux names an open file by its descriptor, whatever its path leads to later. */
export const DESCRIPTORS = '/proc/self/fd'

export const hasDescriptors = existsSync(DESCRIPTORS)

export interface OpenFile<T> {
  readonly file: T
  /** Undefined for a file that the server may not open. */
  readonly descriptor?: number
  /** The path of the open file without links. */
  readonly path?: string
}

/**
 * Opens files. Only regular files are opened that may be read by their present paths: opening a device has effects. The
 * path of the open file is checked again. Links that lead outside are left out. A file that the server may not open stays in its table, which then
 * cannot be read: numbers without it would be wrong.
 */
export function openFiles<T extends { readonly path: string }>(
  listed: readonly T[],
  access: FileAccess,
): readonly OpenFile<T>[] {
  const mayRead = fileCheck(access)
  const opened: OpenFile<T>[] = []
  let unchecked: number | undefined
  try {
    for (const file of listed) {
      const descriptor = openedFile(file.path, mayRead)
      if (descriptor === undefined) opened.push({ file })
      if (typeof descriptor !== 'number') continue
      unchecked = descriptor
      const path = hasDescriptors ? readlinkSync(`${DESCRIPTORS}/${descriptor}`) : realpathSync(file.path)
      if (mayRead(path, fstatSync(descriptor))) opened.push({ file, descriptor, path })
      else closeSync(descriptor)
      unchecked = undefined
    }
    return opened
  } catch (error) {
    closeAll([unchecked, ...opened.map(({ descriptor }) => descriptor)])
    throw error
  }
}

/** Closes descriptors. */
export function closeAll(descriptors: readonly (number | undefined)[]): void {
  for (const descriptor of descriptors) if (descriptor !== undefined) closeSync(descriptor)
}

/**
 * Returns the descriptor of a file; null for a removed file and for one that may not be read, undefined for one that the
 * server may not open.
 */
function openedFile(path: string, mayRead: ReturnType<typeof fileCheck>): number | null | undefined {
  try {
    const found = realpathSync(path)
    if (!mayRead(found, lstatSync(found))) return null
    return openSync(found, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : undefined
  }
}
