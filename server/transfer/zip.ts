import { unzipSync } from 'fflate'
import { requireWithin } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'

/** Small files may have any compression ratio: it is checked only above this size, in bytes. */
const RATIO_FROM = 1024 * 1024

/** The totals of a ZIP file so far. */
interface Sums {
  entries: number
  bytes: number
  yamlBytes: number
}

/** True if the bytes are a ZIP file. */
export function isZip(bytes: Uint8Array): boolean {
  return (
    bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6))
  )
}

/**
 * Returns the YAML files of a ZIP as text, by path. Sizes are checked before anything is decompressed (`bound-passed`).
 * Names are only keys, nothing is written to disk; but a name that leads out of its folder is rejected as malicious.
 */
export function readZip(bytes: Uint8Array): ReadonlyMap<string, string> {
  if (!isZip(bytes)) throw new ApiError('import-not-zip')
  const sums: Sums = { entries: 0, bytes: 0, yamlBytes: 0 }
  const files = unpack(bytes, ({ name, originalSize, size }) => {
    if (isUnsafe(name)) throw new ApiError('import-unsafe', { args: [name.slice(0, 200)] })
    const isYaml = /\.ya?ml$/i.test(name)
    sums.entries++
    sums.bytes += originalSize
    requireWithin('bundle-entries', sums.entries)
    requireWithin('bundle-bytes', sums.bytes)
    requireRatio(originalSize, size)
    requireRatio(sums.bytes, bytes.length)
    if (!isYaml) return false
    sums.yamlBytes += originalSize
    requireWithin('yaml-bytes', originalSize)
    requireWithin('bundle-yaml-bytes', sums.yamlBytes)
    return true
  })
  const decoder = new TextDecoder()
  return new Map(Object.entries(files).map(([name, content]) => [name, decoder.decode(content)]))
}

function requireRatio(unpacked: number, packed: number): void {
  if (unpacked > RATIO_FROM) requireWithin('bundle-ratio', Math.ceil(unpacked / Math.max(packed, 1)))
}

type Filter = (file: { readonly name: string; readonly originalSize: number; readonly size: number }) => boolean

function unpack(bytes: Uint8Array, filter: Filter): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter })
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('import-not-zip', { cause: error })
  }
}

function isUnsafe(name: string): boolean {
  return name.includes('\0') || /^([/\\]|[a-z]:)/i.test(name) || name.split(/[/\\]/).includes('..')
}
