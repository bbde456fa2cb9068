import { mistakesAnswer } from '#core/rest/answer-shapes.ts'
import * as z from 'zod'
import type { Database } from '#core/entity/database.ts'
import { readBody, textOf } from '#core/rest/body.ts'
import { Fault } from '#core/rest/fault.ts'
import { explained } from '#server/data/answer.ts'
import { requireDatabase } from '#server/resources/shared/database-access.ts'
import { asFault } from '#server/route/as-fault.ts'
import { type Answer, type Asked, said } from '#server/route/route.ts'

/** What is sent to have SQL checked. */
export const sqlBody = z.looseObject({
  sql: textOf(1, 1_000_000),
  schema: z.string().nullish(),
  template_params: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
})

/** One thing that is wrong with SQL. Lines and columns count from 1; null where the database does not say where. */
export interface SqlMistake {
  readonly line_number: number | null
  readonly start_column: number | null
  readonly end_column: number | null
  readonly message: string
}

/**
 * `POST /:id/validate_sql`: what is wrong with a SELECT, as its database sees it: grammar, tables, columns and functions.
 * Nothing is run. An empty list when nothing is.
 */
export async function validateSql(database: Database, asked: Asked): Promise<Answer> {
  if (typeof asked.body !== 'object' || asked.body === null) throw new Fault('not-json')
  const read = readBody(sqlBody, asked.body)
  if ('errors' in read) throw new Fault('fields-wrong', { fields: read.errors })
  // What is said of a statement tells what there is in the database.
  await requireDatabase(asked, database)
  const { sql, template_params: params } = read.ok
  const mistake = await mistakeIn(asked, database, sql, typeof params === 'object' ? JSON.stringify(params) : params)
  return said(mistakesAnswer, { result: mistake ? [mistake] : [] })
}

async function mistakeIn(
  { context: { road }, user }: Asked,
  database: Database,
  written: string,
  template_params: string | null = null,
): Promise<SqlMistake | undefined> {
  try {
    const sql = await road.templates.sql({ user, database, sql: written, template_params })
    const ruled = await road.templates.tables(user, database)
    await road.sources.use(database, async (source) => {
      const statement = await source.guard.statement(sql, ruled)
      await source.connection.shape(statement).catch((error: unknown) => {
        throw explained(error, source, statement)
      })
    })
    return undefined
  } catch (error) {
    const fault = asFault(error)
    if (!fault || fault.row.status >= 500) throw error
    return { ...placeOf(written, fault.message), message: fault.message }
  }
}

/** Where the word stands that a message names, if it stands in the SQL once. */
function placeOf(sql: string, message: string): Omit<SqlMistake, 'message'> {
  const nowhere = { line_number: null, start_column: null, end_column: null }
  const word = /"([^"]+)"/.exec(message)?.[1]
  if (!word || sql.split(word).length !== 2) return nowhere
  const before = sql.slice(0, sql.indexOf(word)).split('\n')
  const start = (before.at(-1) as string).length + 1
  return { line_number: before.length, start_column: start, end_column: start + word.length - 1 }
}
