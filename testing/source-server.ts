import { join } from 'node:path'
import { ensureAdmin } from '#server/security/first-user.ts'
import { ensureUploads } from '#server/upload/uploads-database.ts'
import { makeTestApp } from './app.ts'
import { PRODUCT_PASSWORD } from './built-product.ts'
import type { HttpClient } from './http-client.ts'
import { root } from './tree.ts'
import { signInProduct } from './product.ts'

/** The sources as a server in this process, reached only over HTTP. */
export interface SourceServer {
  /** Signed in as the first user. */
  readonly admin: HttpClient
  stop(): Promise<void>
}

/** Starts the sources with the entities of a first start and the built client. */
export async function startSourceServer(): Promise<SourceServer> {
  const test = await makeTestApp({ config: { clientDir: join(root, 'dist/client') }, clock: Date.now })
  const { app, context } = test
  await ensureAdmin(context.store, context.config.home, PRODUCT_PASSWORD)
  await ensureUploads(context.store)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { admin: await signInProduct(url, 'admin'), stop: () => test.close() }
}
