import type { Session } from '#core/entity/session.ts'
import type { DatasetHead } from '#core/entity/dataset.ts'
import type { RowRule, RowRuleDraft } from '#core/entity/row-rule.ts'
import type { Patch } from '#core/entity/entity.ts'
import type { ColumnMask } from '#core/rest/column-masks.ts'
import type { CreatedTable, CreatedTables } from './created-tables.ts'
import type { ColumnMasks, DatasetMasks } from './column-masks.ts'
import type { Home, HomeFiles } from './home-files.ts'
import type { Charts, Databases, Datasets, Sessions, Users } from './repositories.ts'
import { addReads, recordReads } from './recorded-reads.ts'
import type { Page, Repository, ReadOptions } from './repository.ts'
import type { VersionCount, Versions } from './versions.ts'

/** Maximum cached results per read. */
const MAX_ENTRIES = 2000

/** The reads of a failed operation are unknown: a result that depends on it is not cached. */
const UNKNOWN = 'unknown'

/** A result, the version when it began, and the types that were read for it; undefined while unknown. */
interface CachedRead<T> {
  readonly value: Promise<T>
  readonly since: VersionCount
  reads: ReadonlySet<string> | undefined
}

/** Caches the results of one read until something they were read from changes. Concurrent reads are coalesced. */
class CachedReads<T> {
  readonly #versions: Versions
  readonly #answers = new Map<unknown, CachedRead<T>>()

  constructor(versions: Versions) {
    this.#versions = versions
  }

  async read(key: unknown, load: () => Promise<T>): Promise<T> {
    const looking = this.#versions.look()
    if (looking) await looking
    const cached = this.#answers.get(key)
    const answer = cached && this.#holds(cached) ? cached : this.#begin(key, load)
    try {
      return await answer.value
    } finally {
      addReads(answer.reads ?? [UNKNOWN])
    }
  }

  /** The dependencies of an unfinished read are unknown. */
  #holds({ since, reads }: CachedRead<T>): boolean {
    return reads ? this.#versions.unchanged(since, reads) : since === this.#versions.now()
  }

  #begin(key: unknown, load: () => Promise<T>): CachedRead<T> {
    if (this.#answers.size >= MAX_ENTRIES) this.#answers.clear()
    const since = this.#versions.now()
    const value = recordReads(load).then((made) => {
      answer.reads = made.reads
      return made.value
    })
    const answer: CachedRead<T> = { value, since, reads: undefined }
    this.#answers.set(key, answer)
    value.catch(() => {
      if (this.#answers.get(key) === answer) this.#answers.delete(key)
    })
    return answer
  }
}

type RowRules = Repository<RowRule, RowRuleDraft, Patch<RowRule>>

/** The reads of every request: the caller, and the entities it concerns. */
interface ReadOften {
  readonly versions: Versions
  readonly users: Users
  readonly sessions: Sessions
  readonly databases: Databases
  readonly datasets: Datasets
  readonly charts: Charts
  readonly rowRules: RowRules
  readonly homeFiles: HomeFiles
  readonly columnMasks: ColumnMasks
  readonly createdTables: CreatedTables
}

/**
 * Returns the store with the reads of every request cached in memory. A write by this or another process invalidates
 * what was read from the written types, so a result is never older than the request that reads it.
 */
export function withReadCache<S extends ReadOften>(store: S, clock: () => number): S {
  const { versions, users, sessions, databases, datasets, charts, rowRules, homeFiles, columnMasks, createdTables } =
    store
  const current = new CachedReads<Awaited<ReturnType<Users['current']>>>(versions)
  const anonymous = new CachedReads<Awaited<ReturnType<Users['anonymous']>>>(versions)
  const tokensFrom = new CachedReads<number | null>(versions)
  const signedIn = new CachedReads<Session | undefined>(versions)
  const rules = new CachedReads<Page<RowRule>>(versions)
  const masks = new CachedReads<readonly ColumnMask[]>(versions)
  const masksIn = new CachedReads<readonly DatasetMasks[]>(versions)
  const created = new CachedReads<readonly CreatedTable[]>(versions)
  const heads = new CachedReads<readonly DatasetHead[]>(versions)
  const holders = new CachedReads<Home | undefined>(versions)
  return {
    ...store,
    users: {
      ...users,
      current: (id) => current.read(id, () => users.current(id)),
      tokensFrom: (id) => tokensFrom.read(id, () => users.tokensFrom(id)),
      anonymous: (role) => anonymous.read(role, () => users.anonymous(role)),
    },
    sessions: {
      ...sessions,
      async get(id) {
        const session = await signedIn.read(id, () => sessions.get(id))
        return session && session.expires_at > clock() ? session : undefined
      },
    },
    databases: { ...databases, get: getOf((id, readOptions) => databases.get(id, readOptions), versions) },
    datasets: {
      ...datasets,
      get: getOf((id, readOptions) => datasets.get(id, readOptions), versions),
      ofDatabase: (id, ids) => heads.read(`${id} ${ids.join()}`, () => datasets.ofDatabase(id, ids)),
    },
    charts: { ...charts, get: getOf((id, readOptions) => charts.get(id, readOptions), versions) },
    columnMasks: {
      ...columnMasks,
      ofDataset: (id) => masks.read(id, () => columnMasks.ofDataset(id)),
      ofDatabase: (id) => masksIn.read(id, () => columnMasks.ofDatabase(id)),
    },
    createdTables: { ...createdTables, ofDatabase: (id) => created.read(id, () => createdTables.ofDatabase(id)) },
    homeFiles: { ...homeFiles, holder: (file) => holders.read(file, () => homeFiles.holder(file)) },
    rowRules: { ...rowRules, list: (query) => rules.read(JSON.stringify(query), () => rowRules.list(query)) },
  }
}

type Get<E> = (id: number, readOptions?: ReadOptions) => Promise<E | undefined>

function getOf<E>(get: Get<E>, versions: Versions): Get<E> {
  const stored = new CachedReads<E | undefined>(versions)
  return (id, readOptions) => (readOptions ? get(id, readOptions) : stored.read(id, () => get(id)))
}
