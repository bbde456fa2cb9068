import { type Handlers, type SendProgress, type CallResult, serve } from '#server/processes/serve-calls.ts'
import { withoutFolder } from '../remove-folder-path.ts'
import type { ProcessCalls, LoadProgress } from './calls.ts'
import type { FileSource } from './file-tables.ts'
import { FileReadWriteLock } from './file-read-write-lock.ts'
import type { SecretSource } from './files.ts'
import type { LakeSource } from './lake-tables.ts'
import { convertParquet, writeParquet } from './parquet.ts'
import { Scans } from './scan.ts'
import { stageRows } from './stage-rows.ts'

const [scratch = '', file = '', memory = '', files = ''] = process.argv.slice(2)
const scans = new Scans()
const source = files === '' ? undefined : (JSON.parse(files) as FileSource | LakeSource)
const secretText = process.env['FACET_ENGINE_SECRET']
const { attached, bucket } = (secretText === undefined ? {} : JSON.parse(secretText)) as SecretSource
const fileLock = new FileReadWriteLock({ file, scratch, memory: Number(memory), source, attached, bucket })

const value = async (coming: Promise<unknown>): Promise<CallResult> => ({ value: await coming })

type Handler<K extends keyof ProcessCalls> = (
  args: ProcessCalls[K][0],
  signal: AbortSignal,
  report: SendProgress,
) => Promise<CallResult>

/** The calls that write nothing. */
const READING: ReadonlySet<string> = new Set<keyof ProcessCalls>([
  'open',
  'bytes',
  'scan',
  'scanNext',
  'inspect',
  'narrow',
  'macros',
  'schemas',
  'tables',
  'columns',
  'tableMetadata',
  'shape',
  'plan',
])

const handlers: { readonly [K in keyof ProcessCalls]: Handler<K> } = {
  open: () => value(fileLock.read(async () => null)),
  bytes: (question, signal) =>
    fileLock.read(async (reader) => {
      const { data, ...rest } = await reader.bytes(question, signal)
      return { value: rest, data }
    }, signal),
  scan: (question, signal) =>
    value(
      fileLock
        .read((reader) => reader.scan(scans.of(question.id), question, signal), signal)
        .finally(() => scans.end(question.id)),
    ),
  scanNext: async (id, signal) => {
    try {
      const { data, ...rest } = await scans.of(id).next(signal)
      return { value: rest, data }
    } catch (error) {
      scans.end(id)
      throw error
    }
  },
  inspect: (text, signal) => value(fileLock.read((reader) => reader.inspect(text, signal), signal)),
  narrow: ({ text, conditions }, signal) =>
    value(fileLock.read((reader) => reader.narrow(text, conditions, signal), signal)),
  macros: () => value(fileLock.read((reader) => reader.macros())),
  schemas: () => value(fileLock.read((reader) => reader.schemas())),
  tables: (schema, signal) => value(fileLock.read((reader) => reader.tables(schema, signal), signal)),
  columns: ({ schema, table }, signal) =>
    value(fileLock.read((reader) => reader.columns(schema, table, signal), signal)),
  tableMetadata: ({ schema, table }, signal) =>
    value(fileLock.read((reader) => reader.tableMetadata(schema, table, signal), signal)),
  shape: (statement, signal) => value(fileLock.read((reader) => reader.shape(statement, signal), signal)),
  plan: (statement, signal) => value(fileLock.read((reader) => reader.plan(statement, signal), signal)),
  create: ({ creation, select }, signal) => value(fileLock.create(creation, select, signal)),
  write: ({ text, kind }, signal) => value(fileLock.write(text, kind, signal)),
  load: (load, signal, report) => value(fileLock.load(load, signal, (...progress) => report(progress))),
  changeTables: (changes) => value(fileLock.changeTables(changes)),
  beginning: (reading) => value(fileLock.beginning(reading)),
  stage: ({ load, columns }, signal, report) => {
    const onRows = (...progress: LoadProgress) => report(progress)
    return value(stageRows({ scratch, memory: Number(memory) }, load, columns, { signal, onRows }))
  },
  parquet: async (table) => ({ value: null, data: await writeParquet({ scratch, memory: Number(memory) }, table) }),
  convertParquet: async (conversion, signal) => {
    await convertParquet({ scratch, memory: Number(memory) }, conversion, signal)
    return { value: null }
  },
}

/** Returns the handlers of other sources: errors show no path except at the connection, and nothing is written. */
function sourceHandlers(): Handlers {
  const reading = Object.entries<Handler<never>>(handlers).filter(([name]) => READING.has(name))
  return Object.fromEntries(
    reading.map(([name, handler]) => [
      name,
      (args: never, signal: AbortSignal, report: SendProgress) =>
        handler(args, signal, report).catch((error: unknown) => {
          throw name === 'open' ? error : withoutFolder(error)
        }),
    ]),
  )
}

serve(source || attached || bucket ? sourceHandlers() : handlers)
