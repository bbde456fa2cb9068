import type { CurrentUser } from '#core/access/current-user.ts'
import { datasetAccess } from '#core/access/rules.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import type { ErrorCode } from '#core/rest/errors.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { isName, type UnknownName, type UnknownNameType, MAX_CANDIDATES } from '#core/rest/unknown-name.ts'
import { similarNames } from '#core/text/similar-names.ts'
import type { Dialect } from '#server/engines/engine.ts'
import type { Store } from '#server/store/store.ts'

/** Errors that may be caused by an unknown name. */
export const NAME_ERRORS: readonly ErrorCode[] = [
  'query-failed',
  'columns-unknown',
  'metric-unknown',
  'function-refused',
]

/** True if a table named in the query or in its SQL source is missing. */
export const isMissingTable = ({ extra }: ApiError): boolean => extra['reason'] === 'table-missing'

/** Names that can be suggested. */
interface Names {
  readonly columns: readonly string[]
  readonly metrics: readonly string[]
  readonly functions: readonly string[]
  readonly tables?: readonly string[]
}

/**
 * Returns the error with `extra.mistake` if it is about an unknown name. Candidates are the engine's suggestions, as
 * far as the user may see them, then similar names. Without candidates there is no `mistake`.
 */
export function withUnknownName(apiError: ApiError, names: Names): ApiError {
  const unknownName = wrongName(apiError)
  if (!unknownName || !isName(unknownName.name)) return apiError
  const reported = apiError.extra['candidates']
  const engines = Array.isArray(reported) ? reported.map((each) => lastPart(String(each))) : []
  const near = similarNames(unknownName.name, namesOf(unknownName.kind, names), MAX_CANDIDATES)
  // An engine may list unrelated names: similarly spelled ones are first.
  const close = similarNames(unknownName.name, engines, MAX_CANDIDATES)
  const all = [...new Set([...close, ...near, ...(close.length + near.length > 0 ? [] : engines)])]
  const candidates = all.filter((each) => isName(each) && each !== unknownName.name).slice(0, MAX_CANDIDATES)
  const { candidates: _, ...extra } = apiError.extra
  const found: { readonly mistake?: UnknownName } =
    candidates.length > 0 ? { mistake: { ...unknownName, candidates } } : {}
  const { args, fields, sql, cause } = apiError
  return new ApiError(apiError.code, {
    args,
    extra: { ...extra, ...found },
    ...(fields ? { fields } : {}),
    ...(sql === undefined ? {} : { sql }),
    ...(cause === undefined ? {} : { cause }),
  })
}

/**
 * Returns the names of a dataset that the user can read with their own permissions. Access granted by a dashboard lists
 * no names.
 */
export async function namesFor(
  { user, dataset, dialect }: { user: CurrentUser; dataset: Dataset; dialect: Dialect | undefined },
  store: Store,
): Promise<Names> {
  const functions = dialect?.functionNames ?? []
  const own = (await store.datasets.count({ and: [sameId(dataset), datasetAccess(user)] })) > 0
  if (!own) return { columns: [], metrics: [], functions }
  return {
    columns: dataset.columns.map((each) => each.column_name),
    metrics: dataset.metrics.map((each) => each.metric_name),
    functions,
  }
}

const sameId = ({ id }: Dataset) => ({ col: 'id', op: 'eq', value: id }) as const

const ofReason: Readonly<Record<string, UnknownNameType>> = { 'column-missing': 'column', 'table-missing': 'table' }

function wrongName({ code, args, extra }: ApiError): Pick<UnknownName, 'kind' | 'name'> | undefined {
  const first = String(args[0] ?? '')
  if (code === 'metric-unknown') return { kind: 'metric', name: first }
  if (code === 'function-refused') return { kind: 'function', name: first }
  if (code === 'columns-unknown') {
    const name = /^\[(['"])(.*?)\1[\],]/s.exec(first)?.[2]
    return name === undefined ? undefined : { kind: 'column', name }
  }
  const kind = ofReason[String(extra['reason'])]
  const named = extra['names']
  if (code !== 'query-failed' || !kind || !Array.isArray(named)) return undefined
  return { kind, name: lastPart(String(named[0] ?? '')) }
}

/** Returns a name without its table prefix. */
function lastPart(name: string): string {
  return name.replaceAll('"', '').split('.').at(-1) ?? name
}

function namesOf(kind: UnknownNameType, { columns, metrics, functions, tables = [] }: Names): readonly string[] {
  if (kind === 'table') return tables
  if (kind === 'function') return functions
  if (kind === 'metric') return metrics
  return columns
}
