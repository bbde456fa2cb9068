import type { CurrentUser } from '#core/access/current-user.ts'
import { datasetAccess } from '#core/access/rules.ts'
import type { Dataset } from '#core/entity/dataset.ts'
import type { ErrorCode } from '#core/rest/errors.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { isName, type Mistake, type MistakeKind, MAX_CANDIDATES } from '#core/rest/mistake.ts'
import { similarNames } from '#core/text/similar-names.ts'
import type { Dialect } from '#server/engines/engine.ts'
import type { Store } from '#server/store/store.ts'

/** Failures that may be about a name that stands for nothing. */
export const MISNAMED: readonly ErrorCode[] = ['query-failed', 'columns-unknown', 'metric-unknown', 'function-refused']

/** Whether a table is missing that the question, or SQL it stands on, names. */
export const isOfTable = ({ extra }: ApiError): boolean => extra['reason'] === 'table-missing'

/** Names a written one may stand for. */
interface Names {
  readonly columns: readonly string[]
  readonly metrics: readonly string[]
  readonly functions: readonly string[]
  readonly tables?: readonly string[]
}

/**
 * The fault with `extra.mistake`, where it is about a name that stands for nothing: what the engine itself takes it
 * for, as far as this person was told so, then what is near. Where there is neither, nothing is said of it.
 */
export function withMistake(fault: ApiError, names: Names): ApiError {
  const wrong = wrongName(fault)
  if (!wrong || !isName(wrong.name)) return fault
  const told = fault.extra['candidates']
  const engines = Array.isArray(told) ? told.map((each) => lastPart(String(each))) : []
  const near = similarNames(wrong.name, namesOf(wrong.kind, names), MAX_CANDIDATES)
  // What an engine lists may be whatever it has: what is spelt alike comes first.
  const close = similarNames(wrong.name, engines, MAX_CANDIDATES)
  const all = [...new Set([...close, ...near, ...(close.length + near.length > 0 ? [] : engines)])]
  const candidates = all.filter((each) => isName(each) && each !== wrong.name).slice(0, MAX_CANDIDATES)
  const { candidates: _, ...extra } = fault.extra
  const found: { readonly mistake?: Mistake } = candidates.length > 0 ? { mistake: { ...wrong, candidates } } : {}
  const { args, fields, sql, cause } = fault
  return new ApiError(fault.code, {
    args,
    extra: { ...extra, ...found },
    ...(fields ? { fields } : {}),
    ...(sql === undefined ? {} : { sql }),
    ...(cause === undefined ? {} : { cause }),
  })
}

/** The names of a dataset for who may read it by their own rights; of what a dashboard lends them nothing is listed. */
export async function namesFor(
  { user, dataset, dialect }: { user: CurrentUser; dataset: Dataset; dialect: Dialect | undefined },
  store: Store,
): Promise<Names> {
  const functions = dialect?.functionNames ?? []
  const access = datasetAccess(user)
  const own = access === true || (await store.datasets.count({ and: [sameId(dataset), access] })) > 0
  if (!own) return { columns: [], metrics: [], functions }
  return {
    columns: dataset.columns.map((each) => each.column_name),
    metrics: dataset.metrics.map((each) => each.metric_name),
    functions,
  }
}

const sameId = ({ id }: Dataset) => ({ col: 'id', op: 'eq', value: id }) as const

const ofReason: Readonly<Record<string, MistakeKind>> = { 'column-missing': 'column', 'table-missing': 'table' }

function wrongName({ code, args, extra }: ApiError): Pick<Mistake, 'kind' | 'name'> | undefined {
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

/** A name without the table before it. */
function lastPart(name: string): string {
  return name.replaceAll('"', '').split('.').at(-1) ?? name
}

function namesOf(kind: MistakeKind, { columns, metrics, functions, tables = [] }: Names): readonly string[] {
  if (kind === 'table') return tables
  if (kind === 'function') return functions
  if (kind === 'metric') return metrics
  return columns
}
