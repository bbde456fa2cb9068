import { ApiError } from '#core/rest/api-error.ts'
import type { Engine, ClassifiedError } from '../engine.ts'
import { SqliteFile } from './connection.ts'
import { dataFile } from '../shared/data-file.ts'
import { dialect } from './dialect.ts'
import { poolsOf } from './processes.ts'
import { parseUri, printUri, settings } from './settings.ts'

const meanings: readonly (readonly [RegExp, ClassifiedError['code']])[] = [
  [/^no such table: (?:main\.)?(.+)$/, 'table-missing'],
  [/^no such column: (.+)$/, 'column-missing'],
  [/^no such function: (.+)$/, 'object-missing'],
  [/^(near ".*": syntax error|incomplete input|unrecognized token.*)$/s, 'sql-syntax'],
  [
    /^(not authorized.*|access to .* is prohibited|authorization denied|unsafe use of .*|too many attached databases.*|.* is prohibited in this context)$/s,
    'sql-refused',
  ],
  [/^(attempt to write a readonly database)$/, 'dml-refused'],
  [
    /^(file is not a database|unable to open database file|disk I\/O error|database disk image is malformed)$/,
    'connection-failed',
  ],
]

/** Returns the meaning of an error of SQLite. */
function explain(error: unknown, sql?: string): ClassifiedError {
  if (error instanceof ApiError) return { code: error.code, args: error.args.map(String), message: error.message }
  const message = error instanceof Error ? error.message : String(error)
  for (const [pattern, code] of meanings) {
    const found = pattern.exec(message)
    if (!found) continue
    const position = code === 'sql-syntax' ? positionOf(message, sql) : undefined
    return { code, args: [found[1] ?? message], message, ...(position === undefined ? {} : { position }) }
  }
  return { code: 'query-failed', args: [message], message }
}

/** The message names the token; its position is certain if the text has it once. */
function positionOf(message: string, sql = ''): number | undefined {
  const token = /^near "(.*)": syntax error$/s.exec(message)?.[1]
  if (!token) return undefined
  const at = sql.indexOf(token)
  return at >= 0 && sql.indexOf(token, at + 1) < 0 ? at : undefined
}

/** Database files of SQLite, read by processes of their own. Nothing is written. */
export const sqlite: Engine = {
  name: 'sqlite',
  label: 'SQLite',
  settings,
  dialect,
  parseUri,
  printUri,
  placeholder: 'sqlite:////path/to/file.sqlite',
  async connect(connectionSettings, storage) {
    const file = new SqliteFile(poolsOf(storage), () => dataFile(connectionSettings, storage))
    await file.open()
    return file
  },
  explain,
}
