import { isObject } from '#core/rest/json.ts'
import { METADATA } from './bundle.ts'
import { importedQueryContext, importedParams } from './charts.ts'
import type { BundleFiles } from './export.ts'
import { slugOf } from './file-name.ts'
import { FOLDER_FILE } from './folder-file.ts'
import { TAGS_FILE } from './tag-file.ts'
import { type Ids, remapMetadata, remapPosition } from './remap-ids.ts'

type Json = Readonly<Record<string, unknown>>

/** Characters of a uuid that distinguish files of one name. */
const SHORT = 8

/**
 * Returns the files of a bundle in reproducible form for a folder: the same entities give the same files, at any time
 * and from any installation. They have no timestamps, names contain the uuid in place of an id, and charts are numbered
 * 1, 2, 3 ... in the order of their uuids.
 */
export function stableFiles(files: BundleFiles): BundleFiles {
  const uuids = [...files].flatMap(([path, file]) => (path.startsWith('charts/') ? [String(file['uuid'])] : []))
  const charts = new Map(uuids.toSorted().map((uuid, index) => [uuid, index + 1]))
  const named = [...files].map(([path, file]): [string, Json] => {
    const [folder = ''] = path.split('/')
    if (path === TAGS_FILE || path === FOLDER_FILE) return [path, file]
    if (path === METADATA) return [path, { version: file['version'], type: file['type'] }]
    if (folder === 'charts') return [pathOf(folder, file['slice_name'], file), withoutIds(file)]
    if (folder === 'dashboards') return [pathOf(folder, file['dashboard_title'], file), withStableNumbers(file, charts)]
    return [folder === 'databases' ? path : pathOf(parentOf(path), file['table_name'] ?? file['label'], file), file]
  })
  return new Map(named.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function pathOf(folder: string, title: unknown, { uuid }: Json): string {
  const slug = slugOf(typeof title === 'string' ? title : '')
  return `${folder}/${slug === '' ? '' : `${slug}_`}${String(uuid).slice(0, SHORT)}.yaml`
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

function withoutIds(file: Json): Json {
  const { params, query_context: context } = file
  return {
    ...file,
    params: importedParams(isObject(params) ? JSON.stringify(params) : null, 0),
    query_context: importedQueryContext(typeof context === 'string' ? context : null, 0),
  }
}

function withStableNumbers(file: Json, charts: Ids['charts']): Json {
  const position = isObject(file['position']) ? file['position'] : {}
  const metadata = isObject(file['metadata']) ? file['metadata'] : {}
  const ids = { charts, datasets: new Map<string, number>() }
  return { ...file, position: remapPosition(position, ids), metadata: remapMetadata(metadata, position, ids) }
}
