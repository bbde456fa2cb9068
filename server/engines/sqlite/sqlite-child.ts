import { type CallResult, serve } from '#server/processes/serve-calls.ts'
import type { SqliteCalls } from './calls.ts'
import { SqliteReader } from './reader.ts'

const [, file = ''] = process.argv.slice(2)

let reader: SqliteReader | undefined
const withReader = <T>(work: (open: SqliteReader) => T): T => work((reader ??= new SqliteReader(file)))

const value = async (work: (open: SqliteReader) => unknown): Promise<CallResult> => ({ value: await withReader(work) })

const handlers: { readonly [K in keyof SqliteCalls]: (args: SqliteCalls[K][0]) => Promise<CallResult> } = {
  open: () => value(() => null),
  bytes: async (query) => {
    const { data, ...rest } = withReader((open) => open.bytes(query))
    return { value: rest, data }
  },
  scan: (query) => value((open) => open.scan(query)),
  scanNext: async () => {
    const { data, ...rest } = withReader((open) => open.scanNext())
    return { value: rest, data }
  },
  otherTable: ({ text, tables }) => value((open) => open.otherTable(text, tables)),
  tables: () => value((open) => open.tables()),
  findTables: (search) => value((open) => open.findTables(search)),
  columns: (table) => value((open) => open.columns(table)),
  tableMetadata: (table) => value((open) => open.tableMetadata(table)),
  shape: (statement) => value((open) => open.shape(statement)),
  plan: (statement) => value((open) => open.plan(statement)),
}

serve(handlers)
