import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { rootCertificates } from 'node:tls'
import type { DuckDBConnection } from '@duckdb/node-api'
import { ApiError } from '#core/rest/api-error.ts'
import { ansi, textLiteral } from '../ansi.ts'
import { firstObjects, listObjects, type StoredObject } from './bucket-list.ts'
import { EndpointProxy } from './endpoint-proxy.ts'
import { loadExtensions } from './extensions.ts'
import {
  type FileTable,
  fileTables,
  isDataFile,
  type ListedFile,
  listedFile,
  MAX_DATA_FILES,
  MAX_LISTED_DEPTH,
  requireOneTable,
  splitPattern,
  tableDefinition,
  versionOf,
} from './file-tables.ts'
import type { ListedTables, ListedView } from './listed-tables.ts'
import { type BucketSource, portOf } from './object-store.ts'
import { CATALOG } from './open-database.ts'
import { selectFiles, type TextTables } from './select-files.ts'
import { FORMAT_PREFIXES, requirePlainTable, type TableFormat, TableFormats } from './table-formats.ts'

/** Milliseconds for which a list of objects is used. */
const LIST_MS = 10_000
/** The same as a multiple of the duration of the listing. */
const LIST_SHARE = 10
/** Keys that the engine would read as a pattern, as parameters or as another key. */
const UNREADABLE_KEY = /[?*[\\\p{Cc}]|\/\//u

/** A file in a bucket. */
interface BucketFile extends ListedFile {
  readonly size: number
}

interface BucketListing {
  readonly files: readonly BucketFile[]
  readonly tables: ReadonlyMap<string, FileTable>
}

/** Returns the bucket of a source and the prefix of the keys of its objects. */
function parseBucketPath({ path }: BucketSource) {
  const { fixed, pattern } = splitPattern(path)
  const [bucket = '', ...folders] = fixed.split('/').filter((part) => part !== '')
  if (!/^\w(?!.*\.\.)[\w.-]{1,254}$/.test(bucket)) throw new ApiError('uri-wrong')
  const isObject = pattern === undefined && isDataFile(folders.at(-1) ?? '')
  const prefix = folders.join('/')
  return { bucket, pattern, isObject, prefix: isObject || prefix === '' ? prefix : `${prefix}/`, name: basename(fixed) }
}

/**
 * Returns the files among the objects of a source. Throws `data-files-many` and `data-files-missing`, and
 * `data-files-format` if the source is in a table with a format.
 */
export function bucketFiles(source: BucketSource, objects: readonly StoredObject[]): readonly BucketFile[] {
  const { bucket, pattern, isObject, prefix, name } = parseBucketPath(source)
  const files: BucketFile[] = []
  const formats = new TableFormats()
  if (!isObject) for (const { key } of objects) if (key.startsWith(prefix)) formats.add(key.slice(prefix.length))
  requirePlainTable(source.path, formats.own)
  for (const { key, size, version } of objects) {
    if (isObject ? key !== prefix : !key.startsWith(prefix)) continue
    const parts = isObject ? [name] : key.slice(prefix.length).split('/')
    if (parts.some((part) => /^[._]/.test(part))) continue
    const given = { path: `s3://${bucket}/${key}`, version, tableFormat: formats.of(parts.join('/')) }
    const file = listedFile(name, parts, pattern, given)
    if (!file) continue
    if (parts.length > MAX_LISTED_DEPTH)
      throw new ApiError('data-files-many', { args: [source.path, MAX_LISTED_DEPTH, 'levels of folders'] })
    files.push({ ...file, size })
    if (files.length > MAX_DATA_FILES)
      throw new ApiError('data-files-many', { args: [source.path, MAX_DATA_FILES, 'files'] })
  }
  if (files.length === 0) throw new ApiError('data-files-missing', { args: [source.path] })
  return files
}

/** The tables of a bucket. DuckDB reads their objects by `httpfs`, through a proxy that reaches only the endpoint. */
export class BucketTables implements ListedTables {
  readonly #source: BucketSource
  readonly #proxy: EndpointProxy
  readonly #textTables: TextTables = new Map()
  #listing: BucketListing
  /** The time at which the objects are listed again, as of `performance.now`. */
  #nextListing: number
  #refreshing: Promise<void> | undefined

  private constructor(source: BucketSource, proxy: EndpointProxy, listing: BucketListing, nextListing: number) {
    this.#source = source
    this.#proxy = proxy
    this.#listing = listing
    this.#nextListing = nextListing
  }

  /** Lists the objects of a source. Throws the errors of `listObjects`. */
  static async open(source: BucketSource): Promise<BucketTables> {
    const { listing, next } = await listBucket(source, new AbortController().signal)
    return new BucketTables(source, await EndpointProxy.start(source), listing, next)
  }

  /** The only keys that statements may read. */
  get directory(): string {
    const { bucket, prefix } = parseBucketPath(this.#source)
    return `s3://${bucket}/${prefix.slice(0, prefix.lastIndexOf('/') + 1)}`
  }

  /** Loads the extension and sets up the access to the bucket before the lock; `folder` is that of the process. */
  async attach(connection: Pick<DuckDBConnection, 'run'>, folder: string): Promise<void> {
    const { endpoint, region, accessKey, secretKey, sessionToken, extensions } = this.#source
    const { bucket } = parseBucketPath(this.#source)
    await loadExtensions(connection, extensions, new Set(['httpfs']))
    const authorities = join(folder, 'authorities.pem')
    writeFileSync(authorities, this.#source.authorities ?? [...rootCertificates, ...addedAuthorities()].join('\n'))
    const { hostname, protocol } = new URL(endpoint)
    const account = accessKey ? [`KEY_ID ${textLiteral(accessKey)}`, `SECRET ${textLiteral(secretKey ?? '')}`] : []
    const token = accessKey && sessionToken ? [`SESSION_TOKEN ${textLiteral(sessionToken)}`] : []
    for (const statement of [
      // Persistent secrets of the server's own user are not read.
      'SET GLOBAL allow_persistent_secrets=false',
      `SET GLOBAL http_proxy=${textLiteral(this.#proxy.address)}`,
      `SET GLOBAL http_proxy_username=${textLiteral(this.#proxy.username)}`,
      `SET GLOBAL http_proxy_password=${textLiteral(this.#proxy.password)}`,
      `SET GLOBAL ca_cert_file=${textLiteral(authorities)}`,
      'SET GLOBAL enable_server_cert_verification=true; SET GLOBAL enable_curl_server_cert_verification=true',
      'SET GLOBAL parquet_metadata_cache=true',
      `CREATE SECRET facet_bucket (TYPE s3, ${[
        ...account,
        ...token,
        `REGION ${textLiteral(region)}`,
        `ENDPOINT ${textLiteral(`${hostname}:${portOf(new URL(endpoint))}`)}`,
        `USE_SSL ${protocol === 'https:'}`,
        `URL_STYLE 'path'`,
        `SCOPE ${textLiteral(`s3://${bucket}`)}`,
      ].join(', ')})`,
    ])
      await connection.run(statement)
  }

  /** The names of the tables, sorted. */
  get names(): readonly string[] {
    return [...this.#listing.tables.values()].map(({ name }) => name).toSorted()
  }

  has(table: string): boolean {
    return this.#listing.tables.has(table.toLowerCase())
  }

  view(table: string): ListedView | undefined {
    const { files, tables } = this.#listing
    const listed = tables.get(table.toLowerCase())
    if (!listed) return undefined
    requireOneTable(listed)
    const { name } = listed
    const own = listed.files.flatMap((index) => files[index] ?? [])
    const unreadable = own.find(({ path }) => UNREADABLE_KEY.test(path.slice('s3://'.length)))
    if (unreadable) throw new ApiError('data-file-unreadable', { args: [basename(unreadable.name)] })
    const version = versionOf(own)
    const statement = async (connection: DuckDBConnection): Promise<string> => {
      const read = own.map(({ path, size, compression }) => ({ link: path, size, isCompressed: compression !== '' }))
      const hasPartitions = own.some(({ partitions }) => partitions.length > 0)
      const select = await selectFiles(
        connection,
        { table: listed, version, files: read, hasPartitions },
        this.#textTables,
      )
      return `CREATE OR REPLACE VIEW ${CATALOG}.main.${ansi.quote(name)} AS ${select}`
    }
    return { key: JSON.stringify([name.toLowerCase(), version]), statement }
  }

  definition(table: string): string | null {
    return tableDefinition(this.#listing.tables.get(table.toLowerCase()), this.#listing.files)
  }

  /** Lists the objects again after a while. Queries that start meanwhile wait for the same list. */
  async refresh(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (performance.now() < this.#nextListing) return
    this.#refreshing ??= listBucket(this.#source, new AbortController().signal)
      .then(({ listing, next }) => {
        this.#listing = listing
        this.#nextListing = next
      })
      .finally(() => {
        this.#refreshing = undefined
      })
    await this.#refreshing
  }

  explain(error: unknown): unknown {
    if (!(error instanceof Error) || error instanceof ApiError) return error
    const { endpoint, accessKey = '', secretKey = '', sessionToken = '' } = this.#source
    const hidden = ['s3://', new URL(endpoint).host, this.#proxy.address, accessKey, secretKey, sessionToken]
    const isHidden = hidden.some((text) => text.length > 2 && error.message.includes(text))
    if (!isHidden && !error.message.startsWith('HTTP Error')) return error
    const atProxy = this.#proxy.takeError()
    if (atProxy) return atProxy
    if (/\betag\b/i.test(error.message)) return new ApiError('data-files-changed', { cause: error })
    const [, status] = /\(HTTP (\d{3})\b/.exec(error.message) ?? []
    if (status === '404') return new ApiError('data-files-changed', { cause: error })
    const file = this.#listing.files.find(({ path }) => error.message.includes(path))
    if (status === '401' || status === '403')
      return new ApiError('bucket-denied', { args: [basename(file?.name ?? parseBucketPath(this.#source).bucket)] })
    // After the first paragraph DuckDB prints the statement.
    const [, line] = /\bline:? (\d+)/i.exec(error.message.split('\n\nLINE ')[0] ?? '') ?? []
    const name = basename(file?.name ?? this.names[0] ?? '')
    return new ApiError('data-file-unreadable', { args: [line ? `${name}, line ${line}` : name], cause: error })
  }

  close(): void {
    this.#proxy.close()
  }
}

async function listBucket(source: BucketSource, signal: AbortSignal) {
  const { prefix } = parseBucketPath(source)
  const before = performance.now()
  const [objects, format] = await Promise.all([
    listObjects(source, prefix, signal),
    formatAbovePrefix(source, prefix, signal),
  ])
  requirePlainTable(source.path, format)
  const files = bucketFiles(source, objects)
  const now = performance.now()
  const listing: BucketListing = { files, tables: fileTables(source.path, files) }
  return { listing, next: now + Math.max(LIST_MS, LIST_SHARE * (now - before)) }
}

/**
 * Returns the format of the table that a folder or object is in, by the folders above it. Folders that the account may
 * not list are skipped.
 */
async function formatAbovePrefix(
  source: BucketSource,
  prefix: string,
  signal: AbortSignal,
): Promise<TableFormat | undefined> {
  const parts = prefix.replace(/\/$/, '').split('/')
  for (const length of prefix === '' ? [] : parts.keys()) {
    const folder = parts
      .slice(0, length)
      .map((part) => `${part}/`)
      .join('')
    const formats = new TableFormats()
    const found = await Promise.all(
      FORMAT_PREFIXES.map((each) => firstObjects(source, folder + each, signal).catch(noneIfDenied)),
    )
    for (const { key } of found.flat()) formats.add(key.slice(folder.length))
    if (formats.own) return formats.own
  }
  return undefined
}

function noneIfDenied(error: unknown): readonly StoredObject[] {
  if (error instanceof ApiError && error.code === 'bucket-denied') return []
  throw error
}

/** Returns the certificates that the operator adds to those of Node. */
function addedAuthorities(): readonly string[] {
  const file = process.env['NODE_EXTRA_CA_CERTS']
  return file === undefined ? [] : [readFileSync(file, 'utf8')]
}
