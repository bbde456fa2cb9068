import { unzipSync } from 'fflate'
import { Fault } from '#core/rest/fault.ts'

const MIB = 1024 * 1024
/** What a bundle may unpack to. */
export const limits = { entries: 10_000, entryBytes: 100 * MIB, totalBytes: 400 * MIB, ratio: 200 } as const

/** Small files compress well without harm: the ratio counts only above this size. */
const RATIO_FROM = MIB

/** Whether the bytes are a ZIP file. */
export function isZip(bytes: Uint8Array): boolean {
  return (
    bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6))
  )
}

/**
 * The YAML files of a ZIP, by path, as text. Sizes are checked before anything is unpacked. Names are keys only, nothing
 * is written to disk; yet a name that leaves its folder says the file was made to do harm.
 */
export function readZip(bytes: Uint8Array): ReadonlyMap<string, string> {
  if (!isZip(bytes)) throw new Fault('import-not-zip')
  let total = 0
  let entries = 0
  const refuse = (name: string): never => {
    throw new Fault('import-unsafe', { args: [name.slice(0, 200)] })
  }
  const files = unpack(bytes, ({ name, originalSize, size }) => {
    entries++
    total += originalSize
    if (isUnsafe(name) || originalSize > limits.entryBytes) refuse(name)
    if (entries > limits.entries || total > limits.totalBytes) refuse(name)
    if (originalSize > RATIO_FROM && originalSize > size * limits.ratio) refuse(name)
    return /\.ya?ml$/i.test(name)
  })
  const decoder = new TextDecoder()
  return new Map(Object.entries(files).map(([name, content]) => [name, decoder.decode(content)]))
}

type Filter = (file: { readonly name: string; readonly originalSize: number; readonly size: number }) => boolean

function unpack(bytes: Uint8Array, filter: Filter): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter })
  } catch (error) {
    if (error instanceof Fault) throw error
    throw new Fault('import-not-zip', { cause: error })
  }
}

function isUnsafe(name: string): boolean {
  return name.includes('\0') || /^([/\\]|[a-z]:)/i.test(name) || name.split(/[/\\]/).includes('..')
}
