import type { Setting, Settings } from '../engine.ts'

/** The fields of the connection form. */
export const settings: readonly Setting[] = [
  {
    name: 'file',
    label: 'File',
    kind: 'text',
    required: true,
    help: 'Absolute path of a file on the server, in a directory of FACET_DATA_DIRS',
  },
]

const URI = /^sqlite(?:\+\w+)?:\/\/\/([^?#]+)/i

/** Returns the settings of a URI such as `sqlite:////var/data/sales.sqlite`; undefined for one without a file. */
export function parseUri(uri: string): Settings | undefined {
  const path = URI.exec(uri)?.[1]
  return path === undefined ? undefined : { file: decode(path) }
}

/** Returns the URI of the settings. */
export function printUri(connectionSettings: Settings): string {
  return `sqlite:///${String(connectionSettings['file'] ?? '').replace(/[%?#]/g, encodeURIComponent)}`
}

/** Paths in URIs of other tools may contain a bare `%`. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
