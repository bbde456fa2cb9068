import { serverEnvironment } from '../../scripts/start/serve.mjs'
import { type Postgres, startPostgres } from '#testing/postgres.ts'
import { type Product, startProduct } from '#testing/product.ts'
import { type Clock, makeClock } from './clock.ts'
import { type SoakUsers, createSoakUsers } from './soak-users.ts'

/** The engine of the metadata store. */
export type StoreKind = 'sqlite' | 'postgres'

/** Query timeout in seconds. */
const LIMIT_S = 5

/** The built product with users, data and rules for a soak test. */
export interface SoakFixture extends SoakUsers {
  readonly kind: StoreKind
  readonly product: Product
  readonly clock: Clock
  /** The store that can be stopped, if it is a server. */
  readonly store: Postgres | undefined
  /** How often it was stopped and restarted. */
  restarts: number
  close(): Promise<void>
}

/** Starts and sets up the build in the folder `project`, by default that of this repository. */
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
    return { ...(await createSoakUsers(product)), kind, product, clock, store, restarts: 0, close }
  } catch (error) {
    await close()
    throw error
  }
}
