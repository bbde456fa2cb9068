import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { printBootstrap } from '#core/rest/bootstrap.ts'
import type { Answer, Asked } from '#server/route/route.ts'
import { makeBootstrap } from './bootstrap.ts'

export const HTML_TYPE = 'text/html; charset=utf-8'

const NONCE = '__FACET_NONCE__'
const BOOTSTRAP = '__FACET_BOOTSTRAP__'
const ROOT = '<div id="root"></div>'

/** Served while the client is not built. */
const BARE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Facet</title></head><body>${ROOT}</body></html>`

/** What a page may load and do. Styles in attributes are those of chart tooltips. */
export function contentPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')
}

/** Text that is safe between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`)
}

async function readIndex(clientDir: string): Promise<string> {
  try {
    return await readFile(join(clientDir, 'index.html'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return BARE
    throw error
  }
}

/** The page of the client. `inside` stands in it until the client has started, and without JavaScript for good. */
export async function clientPage(asked: Asked, inside = '', status = 200): Promise<Answer> {
  const { config } = asked.context
  const { bootstrap, cookie } = makeBootstrap(asked)
  const index = await readIndex(config.clientDir)
  // Functions as replacements: `$` in what is put in has no meaning.
  const html = index
    .replaceAll(NONCE, () => asked.nonce)
    .replaceAll(BOOTSTRAP, () => printBootstrap(bootstrap))
    .replaceAll(/(src|href)="\.?\/(?!\/)/g, (_, name: string) => `${name}="${config.basePath}/`)
    .replace(ROOT, () => `<div id="root">${inside}</div>`)
  return {
    status,
    type: HTML_TYPE,
    bytes: Buffer.from(html),
    headers: {
      'content-security-policy': contentPolicy(asked.nonce),
      'cache-control': 'no-store',
      ...(asked.user.isAnonymous && !config.indexable ? { 'x-robots-tag': 'noindex' } : {}),
    },
    ...(cookie === undefined ? {} : { cookie }),
  }
}

/** An answer that sends the browser elsewhere within this host. */
export function redirect(asked: Asked, path: string, cookie?: string): Answer {
  const location = `${asked.context.config.basePath}${path}`
  return {
    status: 302,
    headers: { location, 'cache-control': 'no-store' },
    ...(cookie === undefined ? {} : { cookie }),
  }
}
