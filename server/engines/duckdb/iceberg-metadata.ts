import { gunzipSync } from 'node:zlib'
import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import { ansi, textLiteral } from '../ansi.ts'
import { type LakeFolder, MAX_METADATA_BYTES } from './lake-folder.ts'
import { columnsIn, metadataTexts } from './lake-rows.ts'
import { isIcebergMetadata, type LakeFile, unreadableTable } from './lake-tables.ts'
import type { OpenFile } from './open-files.ts'

/** The metadata file of every table in its folder of copies. */
const METADATA_COPY = 'metadata/v1.metadata.json'

/** A path above a folder: the engine would open it by its name, not by a link to a checked file. */
const ABOVE = /(?:^|[/\\])\.\.[/\\]|\0/
/** The same in the JSON text of a row. */
const ABOVE_IN_JSON = String.raw`["/\\]\.\.[/\\]|\\u0000`

interface Snapshot {
  readonly 'snapshot-id'?: unknown
  readonly 'manifest-list'?: unknown
}

interface Metadata {
  readonly 'current-snapshot-id'?: unknown
  readonly snapshots?: readonly (Snapshot | null)[]
}

/** The texts of a metadata file and its manifest lists. */
interface CheckedMetadata {
  readonly text: string
  /** All texts in it, also those of names that occur twice. */
  readonly strings: readonly string[]
  /** The paths of the manifest lists of the current snapshot. */
  readonly lists: readonly string[]
}

/**
 * Adds the files of a table of Apache Iceberg to its folder. Files with paths of other files are copied and
 * checked when the table is used. Other files of the folder of metadata, such as statistics, are not read.
 */
export function addIcebergFiles(folder: LakeFolder, opened: readonly OpenFile<LakeFile>[]): void {
  for (const each of opened) {
    const { name } = each.file
    if (isIcebergMetadata(name)) folder.addMetadata(each, METADATA_COPY)
    else if (name.endsWith('.avro')) folder.addMetadata(each)
    else if (!name.startsWith('metadata/')) folder.link(each)
  }
}

/**
 * Returns a metadata file of Apache Iceberg, which may be compressed, after its check. Throws `lake-file-outside` and
 * `lake-table-unreadable`.
 */
export function checkedMetadata(bytes: Buffer, table: string): CheckedMetadata {
  const text = unpackMetadata(bytes, table).toString()
  let metadata: Metadata
  try {
    metadata = JSON.parse(text) as Metadata
  } catch (cause) {
    throw unreadableTable(table, 'Apache Iceberg', 'its metadata file is damaged', cause)
  }
  const strings = stringsOf(text)
  requireNoneAbove(strings, table)
  const { snapshots, 'current-snapshot-id': current } = metadata
  const lists = (Array.isArray(snapshots) ? snapshots : []).flatMap((snapshot) => {
    const list = snapshot?.['snapshot-id'] === current ? snapshot?.['manifest-list'] : undefined
    return typeof list === 'string' ? [list] : []
  })
  return { text, strings, lists }
}

/** Returns the texts in a valid JSON text. */
const stringsOf = (json: string): readonly string[] =>
  (json.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((literal) => JSON.parse(literal) as string)

function requireNoneAbove(strings: readonly string[], table: string): void {
  if (strings.some((text) => ABOVE.test(text))) throw new ApiError('lake-file-outside', { args: [table] })
}

function unpackMetadata(bytes: Buffer, table: string): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_METADATA_BYTES })
  } catch (cause) {
    throw unreadableTable(table, 'Apache Iceberg', 'its metadata file is damaged', cause)
  }
}

const segmentsOf = (path: string): string =>
  `/${path
    .split('/')
    .filter((each) => each !== '' && each !== '.')
    .join('/')}`

/** Returns the files that paths may lead to: the engine reads the last segments of a path below the folder. */
export function namedFiles(paths: readonly string[], files: readonly string[]): readonly string[] {
  const normal = paths.map(segmentsOf)
  return files.filter((file) => normal.some((path) => path.endsWith(`/${file}`)))
}

/**
 * Returns the SELECT over a table of Apache Iceberg. Its metadata file and the manifests of the current snapshot are
 * copied and checked before: all paths in them lead to copies, or to links to data files. Throws the errors of
 * `checkedMetadata` and `data-files-many`.
 */
export async function icebergSelect(connection: DuckDBConnection, folder: LakeFolder): Promise<string> {
  const { table, readFolder } = folder
  const metadataFile = folder.metadata.find((name) => isIcebergMetadata(name)) ?? ''
  const avroFiles = folder.metadata.filter((name) => !isIcebergMetadata(name))
  const { text, strings, lists } = checkedMetadata(folder.read(metadataFile), table)
  requireNoLinks(strings, folder)
  const listFiles = namedFiles(lists, avroFiles)
  const manifests = new Set<string>()
  for (const list of listFiles) {
    const found = await checkedList(connection, folder, list)
    for (const manifest of namedFiles(found, avroFiles)) manifests.add(manifest)
  }
  // The engine must read no manifest as a manifest list: the data files that it names would be read as manifests.
  if (namedFiles(strings, [...manifests]).length > 0) throw new ApiError('lake-file-outside', { args: [table] })
  for (const manifest of manifests) await copyChecked(connection, folder, manifest)
  folder.writeCopy(metadataFile, text)
  // Paths in metadata are absolute, also those of tables that have been moved: they are read below the folder.
  return `SELECT * FROM iceberg_scan(${textLiteral(readFolder)}, allow_moved_paths = true, version = '1')`
}

/** Returns the texts of a manifest list after its check. */
async function checkedList(connection: DuckDBConnection, folder: LakeFolder, list: string): Promise<readonly string[]> {
  const rows = await copyChecked(connection, folder, list)
  const texts = await metadataTexts(connection, `SELECT text FROM (${rows})`, folder.table)
  const strings = texts.flatMap((text) => stringsOf(text))
  requireNoLinks(strings, folder)
  return strings
}

/** Requires that paths lead to no linked file: these are not checked, and must only be read as data. */
function requireNoLinks(strings: readonly string[], { linked, table }: LakeFolder): void {
  if (namedFiles(strings, linked).length > 0) throw new ApiError('lake-file-outside', { args: [table] })
}

/** Copies an Avro file and checks all texts in it, whatever its columns are called. Returns the SELECT of its rows as JSON. */
async function copyChecked(connection: DuckDBConnection, folder: LakeFolder, name: string): Promise<string> {
  const { table, readFolder } = folder
  folder.writeCopy(name, folder.read(name))
  const source = `read_avro(${textLiteral(`${readFolder}/${name}`)})`
  // Columns are named one by one: an alias of the table could be the name of a column.
  const values = (await columnsIn(connection, source)).map((column) => `to_json(${ansi.quote(column)})`)
  const rows = `SELECT '[' || concat_ws(',', ${values.join(', ')}) || ']' AS text FROM ${source}`
  const above = textLiteral(ABOVE_IN_JSON)
  const found = await connection.run(`SELECT 1 FROM (${rows}) WHERE regexp_matches(text, ${above}) LIMIT 1`)
  if ((await found.getRowObjectsJson()).length > 0) throw new ApiError('lake-file-outside', { args: [table] })
  return rows
}
