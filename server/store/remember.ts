import type { Session } from '#core/entity/session.ts'
import type { RowRule, RowRuleDraft } from '#core/entity/row-rule.ts'
import type { Patch } from '#core/entity/entity.ts'
import type { Charts, Databases, Datasets, Sessions, Users } from './repositories.ts'
import type { Page, Repository, Sight } from './repository.ts'

/** The most answers kept of one kind. */
const MOST = 2000

/** Tells whether anything stored may have changed since it last told the same; undefined where nobody can say. */
export type Version = () => string | undefined

/** Answers of one kind of read, as long as nothing stored has changed. Reads of the same thing at a time are one. */
class Remembered<T> {
  readonly #version: Version
  readonly #answers = new Map<unknown, Promise<T>>()
  #seen: string | undefined

  constructor(version: Version) {
    this.#version = version
  }

  read(key: unknown, load: () => Promise<T>): Promise<T> {
    const version = this.#version()
    if (version === undefined) return load()
    if (version !== this.#seen || this.#answers.size >= MOST) this.#answers.clear()
    this.#seen = version
    const known = this.#answers.get(key)
    if (known) return known
    const answer = load()
    this.#answers.set(key, answer)
    answer.catch(() => {
      if (this.#answers.get(key) === answer) this.#answers.delete(key)
    })
    return answer
  }
}

type RowRules = Repository<RowRule, RowRuleDraft, Patch<RowRule>>

/** What is read for every call: who calls, and what they ask about. */
interface ReadOften {
  readonly users: Users
  readonly sessions: Sessions
  readonly databases: Databases
  readonly datasets: Datasets
  readonly charts: Charts
  readonly rowRules: RowRules
}

/**
 * The store with the reads that every call makes kept in memory. Any write, here or by another process, forgets them
 * all, so an answer is never older than the store.
 */
export function remembering<S extends ReadOften>(store: S, version: Version, clock: () => number): S {
  const { users, sessions, databases, datasets, charts, rowRules } = store
  const current = new Remembered<Awaited<ReturnType<Users['current']>>>(version)
  const anonymous = new Remembered<Awaited<ReturnType<Users['anonymous']>>>(version)
  const tokensFrom = new Remembered<number | null>(version)
  const signedIn = new Remembered<Session | undefined>(version)
  const rules = new Remembered<Page<RowRule>>(version)
  return {
    ...store,
    version,
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
    databases: { ...databases, get: getOf((id, sight) => databases.get(id, sight), version) },
    datasets: { ...datasets, get: getOf((id, sight) => datasets.get(id, sight), version) },
    charts: { ...charts, get: getOf((id, sight) => charts.get(id, sight), version) },
    rowRules: { ...rowRules, list: (query) => rules.read(JSON.stringify(query), () => rowRules.list(query)) },
  }
}

type Get<E> = (id: number, sight?: Sight) => Promise<E | undefined>

function getOf<E>(get: Get<E>, version: Version): Get<E> {
  const kept = new Remembered<E | undefined>(version)
  return (id, sight) => (sight ? get(id, sight) : kept.read(id, () => get(id)))
}
