import { literalAndCommentSpans } from '#core/sql/scan.ts'
import type { Call, Inspection, WriteInspection } from '../engine.ts'
import { inspectWrite as inspectPostgres } from '../postgres/index.ts'
import { dialect } from './dialect.ts'

type Write = Extract<WriteInspection, { ok: true }>

/** Names in the PostgreSQL grammar for functions with their own syntax. */
const NAMES: Readonly<Record<string, string>> = { btrim: 'trim', extract: 'date_part' }

/** The start of a statement that the PostgreSQL grammar lacks. */
const REPLACE = /^(\s*CREATE\s)(\s*OR\s+REPLACE)(?=\s+TABLE\b)/i
const QUERY_BEGINNING = /\b(?:SELECT|WITH|FROM|VALUES|PIVOT|UNPIVOT)\b/gi

/**
 * Inspects a statement that changes data or tables. DuckDB returns the syntax tree of SELECT statements only, so the
 * PostgreSQL grammar, from which its own is derived, parses the statement. A SELECT at its end in DuckDB-only syntax is
 * parsed by DuckDB. The engine confirms the statement type before it runs the statement.
 */
export async function inspectDuckdbWrite(
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
    calls: [...calls.map(fold), ...deniedCallWords(text)],
    replaces: read.replaces || replaces,
    isApproximate: true,
  }
}

/** Inspects a statement that ends with a query in DuckDB syntax. Both parts must parse completely. */
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
    unsupportedElements: [...write.unsupportedElements, ...query.unsupportedElements],
  }
}

/** Returns the position of the first word that may begin a query, outside of quotes and comments. */
function queryStart(text: string): number | undefined {
  const inert = literalAndCommentSpans(text)
  for (const { index } of text.matchAll(QUERY_BEGINNING))
    if (!inert.some(({ start, end }) => start <= index && index < end)) return index
  return undefined
}

function ownCall(call: Call): Call {
  const schema = call.schema === 'pg_catalog' ? null : call.schema
  return { ...call, schema, name: NAMES[call.name] ?? call.name }
}

/**
 * Returns calls of denied functions, found by the words of the text alone, so that none is missed if the two grammars
 * parse a text differently.
 */
function deniedCallWords(text: string): readonly Call[] {
  const words = [...text.matchAll(/([\p{L}_][\p{L}\p{N}_]*)"?\s*(?:\(|\/\*|--)/gu)]
  const calls = words.map(([, word = '']): Call => ({ kind: 'from', schema: null, name: dialect.fold(word) }))
  const isAllowed = (call: Call) => dialect.classifyCall({ ...call, kind: 'function' }) === 'allowed'
  return calls.filter((call) => dialect.classifyCall(call) === 'refused' && !isAllowed(call))
}
