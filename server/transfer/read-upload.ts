import { requireWithin } from '#core/rest/bounds.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { parseJson } from '#core/rest/json.ts'
import { type BundleKind, type ReadBundle, readBundle } from './bundle.ts'
import type { ReportProgress } from './progress.ts'
import { readYaml } from './yaml.ts'
import { type LegacyExportType, readLegacyExport } from './legacy-exports.ts'
import { isZip, readZip } from './zip.ts'

/**
 * Reads an uploaded bundle: a ZIP file, or an old export of dashboards or datasets. Throws as `readZip` and
 * `readBundle` do, and `import-unknown` if it is neither.
 */
export function readUpload(
  bytes: Uint8Array,
  kind: BundleKind | undefined,
  reportProgress?: ReportProgress,
): ReadBundle {
  if (isZip(bytes) || (kind !== 'dashboard' && kind !== 'dataset'))
    return readBundle(readZip(bytes), kind, reportProgress)
  requireWithin('yaml-bytes', bytes.length)
  const old = readLegacyExport(documentOf(new TextDecoder().decode(bytes), kind), kind)
  if (!old) throw new ApiError('import-unknown')
  return { ...readBundle(old.files, kind), named: old.databases }
}

function documentOf(text: string, kind: LegacyExportType): unknown {
  if (kind === 'dataset') return readYaml(text)
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
