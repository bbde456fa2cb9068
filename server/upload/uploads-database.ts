import { engines } from '#server/engines/index.ts'
import type { Store } from '#server/store/store.ts'

const MADE = 'made the database of uploads'

/** Creates the database for uploads, once. A deleted one is not created again. */
export async function ensureUploads(store: Store): Promise<void> {
  if ((await store.settings.get(MADE)) !== undefined) return
  const engine = engines.find(({ isOwn, load }) => isOwn && load)
  if (!engine) return
  const taken = await store.databases.find({ col: 'database_name', op: 'eq', value: 'Uploads' })
  if (!taken) {
    await store.databases.create(
      {
        database_name: 'Uploads',
        backend: engine.name,
        sqlalchemy_uri: engine.printUri({ file: 'uploads.duckdb' }),
        allow_file_upload: true,
      },
      null,
    )
  }
  await store.settings.set(MADE, 'yes')
}
