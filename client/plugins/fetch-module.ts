import type { ReadPlugin } from '#calls/dynamic-plugins.ts'
import { session } from '#client/session/session.ts'

/** Milliseconds after which a module is not waited for any more. */
const PATIENCE = 10_000

/**
 * The exports of a module whose bytes have the hash that was made known. A script element checks the hash; what it ran is
 * then imported by its address, which fetches nothing again. Rejects when the hash is another, when it cannot be
 * fetched, and after ten seconds.
 */
export async function fetchModule({ bundle_url, integrity }: ReadPlugin): Promise<unknown> {
  const address = bundle_url.startsWith('/') ? `${session().settings.basePath}${bundle_url}` : bundle_url
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    const timer = setTimeout(() => reject(new Error('It did not come in time.')), PATIENCE)
    const end = (act: () => void) => () => {
      clearTimeout(timer)
      act()
    }
    Object.assign(script, { type: 'module', src: address, integrity, crossOrigin: 'anonymous' })
    script.addEventListener('load', end(resolve))
    script.addEventListener(
      'error',
      end(() => reject(new Error(`It could not be fetched from ${address}, or its hash is another.`))),
    )
    document.head.append(script)
  })
  return import(/* @vite-ignore */ new URL(address, document.baseURI).href)
}
