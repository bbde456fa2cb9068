import type { ForeignKey, TableColumn, TableMetadata, TableName } from '../engine.ts'
import { catalogueSignal } from '../shared/warehouse.ts'
import { bigQueryColumn } from './cells.ts'
import type { BigQueryClient, BigQueryField } from './client.ts'

const NOT_FOUND = 404

/** A table as described by the REST interface. */
interface TableResource {
  readonly type?: string
  readonly description?: string
  readonly schema?: { readonly fields?: readonly BigQueryField[] }
  readonly numRows?: string
  readonly view?: { readonly query?: string }
  readonly materializedView?: { readonly query?: string }
  readonly tableConstraints?: {
    readonly primaryKey?: { readonly columns?: readonly string[] }
    readonly foreignKeys?: readonly {
      readonly name?: string
      readonly referencedTable?: { readonly datasetId?: string; readonly tableId?: string }
      readonly columnReferences?: readonly {
        readonly referencingColumn?: string
        readonly referencedColumn?: string
      }[]
    }[]
  }
}

const isView = (type: string | undefined): boolean => type?.endsWith('VIEW') === true
const encodeSegment = (name: string): string => encodeURIComponent(name)

/** Returns the datasets of the project, that of the connection first. */
export async function datasetsOf(client: BigQueryClient, own: string): Promise<readonly string[]> {
  const found = await client.list<{ readonly datasetReference: { readonly datasetId: string } }>(
    '/datasets',
    'datasets',
    catalogueSignal(),
  )
  const names = found.map(({ datasetReference }) => datasetReference.datasetId).toSorted()
  return own === '' ? names : [own, ...names.filter((name) => name !== own)]
}

/** Returns the tables and views of a dataset. */
export async function tablesOf(client: BigQueryClient, dataset: string): Promise<readonly TableName[]> {
  const found = await client.list<{ readonly tableReference: { readonly tableId: string }; readonly type?: string }>(
    `/datasets/${encodeSegment(dataset)}/tables`,
    'tables',
    catalogueSignal(),
  )
  return found.map(({ tableReference, type }) => ({
    name: tableReference.tableId,
    kind: isView(type) ? 'view' : 'table',
  }))
}

async function tableOf(client: BigQueryClient, dataset: string, table: string): Promise<TableResource | undefined> {
  const uri = `/datasets/${encodeSegment(dataset)}/tables/${encodeSegment(table)}`
  try {
    return await client.request<TableResource>({ method: 'GET', uri }, catalogueSignal())
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === NOT_FOUND) return undefined
    throw error
  }
}

/** Returns the columns of a table in its order. */
export async function columnsOf(
  client: BigQueryClient,
  dataset: string,
  name: string,
): Promise<readonly TableColumn[]> {
  const found = await tableOf(client, dataset, name)
  return (found?.schema?.fields ?? []).map(bigQueryColumn)
}

/** Returns the metadata of a table or view; undefined if it does not exist. */
export async function tableMetadataOf(
  client: BigQueryClient,
  dataset: string,
  name: string,
): Promise<TableMetadata | undefined> {
  const found = await tableOf(client, dataset, name)
  if (!found) return undefined
  const key = found.tableConstraints?.primaryKey?.columns
  const comments = (found.schema?.fields ?? []).flatMap(({ name: column, description }) =>
    description ? [[column, description] as const] : [],
  )
  return {
    comment: found.description ?? null,
    columnComments: Object.fromEntries(comments),
    columnCollations: {},
    primaryKey: key ? { name: null, columns: key } : null,
    indexes: [],
    foreignKeys: foreignKeysOf(found, dataset),
    partitions: null,
    rowEstimate: isView(found.type) || found.numRows === undefined ? null : Number(found.numRows),
    definition: found.view?.query ?? found.materializedView?.query ?? null,
    isDerived: isView(found.type),
    hasSideEffects: false,
  }
}

function foreignKeysOf({ tableConstraints }: TableResource, dataset: string): readonly ForeignKey[] {
  return (tableConstraints?.foreignKeys ?? []).map(({ name = '', referencedTable = {}, columnReferences = [] }) => ({
    name,
    columns: columnReferences.map(({ referencingColumn = '' }) => referencingColumn),
    schema: referencedTable.datasetId === dataset ? null : (referencedTable.datasetId ?? null),
    table: referencedTable.tableId ?? '',
    referred: columnReferences.map(({ referencedColumn = '' }) => referencedColumn),
  }))
}
