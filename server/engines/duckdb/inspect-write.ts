import { inertSpans } from '#core/sql/scan.ts'
import type { Call, Inspection, WriteInspection } from '../engine.ts'
import { inspectWrite as inspectPostgres } from '../postgres/index.ts'
import { dialect } from './dialect.ts'

type Write = Extract<WriteInspection, { ok: true }>

/** Names under which the other grammar knows functions that the language itself has words for. */
const NAMES: Readonly<Record<string, string>> = { btrim: 'trim', extract: 'date_part' }

/** The beginning of a statement that the other grammar does not have. */
const REPLACE = /^(\s*CREATE\s)(\s*OR\s+REPLACE)(?=\s+TABLE\b)/i
const QUERY_BEGINNING = /\b(?:SELECT|WITH|FROM|VALUES|PIVOT|UNPIVOT)\b/gi

/**
 * What a text is that changes data or tables. DuckDB shows the tree of SELECT statements alone, so the grammar of
 * PostgreSQL, from which its own is derived, reads the statement; a SELECT at its end that is written as DuckDB alone
 * can is read by DuckDB. The engine confirms the kind before it runs the statement.
 */
export async function inspectOwnWrite(
  text: string,
  inspectSelect: (text: string) => Promise<Inspection>,
): Promise<WriteInspection> {
  const replaces = REPLACE.test(text)
  const plain = text.replace(REPLACE, (_, start: string, words: string) => start + ' '.repeat(words.length))
  const whole = await inspectPostgres(plain)
  const read = whole.ok || whole.reason !== 'syntax' ? whole : ((await inspectTail(plain, inspectSelect)) ?? whole)
  if (!read.ok) return read
  const fold = <T extends { readonly schema: string | null; readonly name: string }>(named: T): T => ({
    ...named,
    schema: named.schema === null ? null : dialect.fold(named.schema),
    name: dialect.fold(named.name),
  })
  const calls = read.calls.filter(({ kind }) => kind === 'function' || kind === 'from').map(ownCall)
  return {
    ...read,
    targets: read.targets.map(fold),
    sources: read.sources.map(fold),
    calls: [...calls.map(fold), ...refusedWords(text)],
    replaces: read.replaces || replaces,
    isApproximate: true,
  }
}

/** Reads a statement whose last part is a query of DuckDB's own. Both parts have to be read by a grammar as a whole. */
async function inspectTail(
  text: string,
  inspectSelect: (text: string) => Promise<Inspection>,
): Promise<Write | undefined> {
  const at = queryStart(text)
  if (at === undefined) return undefined
  const [head, tail] = [text.slice(0, at), text.slice(at)]
  const [write, query] = await Promise.all([inspectPostgres(`${head}SELECT 1`), inspectSelect(tail)])
  if (!write.ok || !query.ok || query.statements !== 1) return undefined
  if (write.kind !== 'INSERT' && write.kind !== 'CREATE TABLE' && write.kind !== 'CREATE VIEW') return undefined
  return {
    ...write,
    sources: [...write.sources, ...query.tables],
    placeholders: write.placeholders || query.placeholders,
    calls: [...write.calls, ...query.calls],
    otherParts: [...write.otherParts, ...query.otherParts],
  }
}

/** Where the first word is that may begin a query, outside of quotes and comments. */
function queryStart(text: string): number | undefined {
  const inert = inertSpans(text)
  for (const { index } of text.matchAll(QUERY_BEGINNING))
    if (!inert.some(({ start, end }) => start <= index && index < end)) return index
  return undefined
}

function ownCall(call: Call): Call {
  const schema = call.schema === 'pg_catalog' ? null : call.schema
  return { ...call, schema, name: NAMES[call.name] ?? call.name }
}

/**
 * Calls of what nobody may call, by the words of the text alone: where the two grammars read a text differently, none
 * of them gets past.
 */
function refusedWords(text: string): readonly Call[] {
  const words = [...text.matchAll(/([\p{L}_][\p{L}\p{N}_]*)"?\s*(?:\(|\/\*|--)/gu)]
  const calls = words.map(([, word = '']): Call => ({ kind: 'from', schema: null, name: dialect.fold(word) }))
  const isAllowed = (call: Call) => dialect.judge({ ...call, kind: 'function' }) === 'allowed'
  return calls.filter((call) => dialect.judge(call) === 'refused' && !isAllowed(call))
}
