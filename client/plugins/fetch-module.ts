import type { ReadPlugin } from '#calls/dynamic-plugins.ts'
import { session } from '#client/session/session.ts'

/** Milliseconds after which loading a module times out. */
const PATIENCE = 10_000

/**
 * Returns the exports of a module whose bytes match the registered hash. A script element checks the hash; the module
 * is then imported by its URL, which does not fetch it again. Rejects if the hash differs, if the fetch fails, and
 * after ten seconds.
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
