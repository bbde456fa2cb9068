import { serverEnvironment } from '../../scripts/start/serve.mjs'
import { type Postgres, startPostgres } from '#testing/postgres.ts'
import { type Product, startProduct } from '#testing/product.ts'
import { type Clock, makeClock } from './clock.ts'
import { type Company, settle } from './company.ts'

/** Where the metadata are kept. */
export type StoreKind = 'sqlite' | 'postgres'

/** Seconds a question may take. */
const LIMIT_S = 5

/** What the soak runs on: the built product with people, data and rules in it. */
export interface SoakFixture extends Company {
  readonly kind: StoreKind
  readonly product: Product
  readonly clock: Clock
  /** The store that can be halted, where it is a server. */
  readonly store: Postgres | undefined
  /** How many times it was halted and resumed. */
  restarts: number
  close(): Promise<void>
}

/** Starts the build of `project`, of this one when absent, and fills it. */
export async function openSoakFixture(kind: StoreKind, project?: string): Promise<SoakFixture> {
  const ends: (() => Promise<void> | void)[] = []
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0).toReversed()) await end()
  }
  try {
    const clock = makeClock()
    ends.push(clock.close)
    const store = kind === 'postgres' ? await startPostgres({ durable: true }) : undefined
    if (store) ends.push(store.stop)
    const environment = {
      ...(serverEnvironment({}) as { [name: string]: string }),
      ...clock.environment,
      FACET_WEB_TIMEOUT_S: String(LIMIT_S),
      ...(store ? { DATABASE_URL: store.url } : {}),
    }
    const options = { node: clock.node, ...(project === undefined ? {} : { project }) }
    const product = await startProduct('dist', environment, options)
    ends.push(product.stop)
    return { ...(await settle(product)), kind, product, clock, store, restarts: 0, close }
  } catch (error) {
    await close()
    throw error
  }
}
