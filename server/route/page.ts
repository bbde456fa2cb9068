import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { printBootstrap } from '#core/session/bootstrap.ts'
import type { RequestedQuery } from '#core/rest/sqllab.ts'
import type { RouteResponse, RouteRequest } from '#server/route/route.ts'
import { makeBootstrap } from './bootstrap.ts'

export const HTML_TYPE = 'text/html; charset=utf-8'

const NONCE = '__FACET_NONCE__'
const BOOTSTRAP = '__FACET_BOOTSTRAP__'
/** What the client shows until it has started. */
const WAITING = /<!-- waiting -->[^]*?<!-- \/waiting -->/

/** Served while the client is not built. */
const BARE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Facet</title></head><body><div id="root"><!-- waiting --><!-- /waiting --></div></body></html>`

interface Openings {
  /** Places beside this host that code may come from. */
  readonly code?: readonly string[]
  /** Places beside this host that may show the page in a frame. */
  readonly frames?: readonly string[]
  /** Places beside this host that pictures may come from. */
  readonly images?: readonly string[]
}

/** What a page may load and do. Styles in attributes are those of chart tooltips and of texts people write. */
export function contentPolicy(nonce: string, { code = [], frames = [], images = [] }: Openings = {}): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...code].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...images].join(' '),
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    ["frame-ancestors 'self'", ...frames].join(' '),
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

const FILES = /<!-- files of (\w+): (.*?) -->\n?/g

const START = /<!-- start: (.*?) -->\n?/g

/** Has the browser fetch files while it reads what comes before them; what the first paint waits for comes first. */
function fetchAhead(files: string): string {
  const links = files.split(' ').map((file) => {
    const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload" crossorigin'
    return `<link ${kind} fetchpriority="low" href="./${file}">\n`
  })
  return links.join('')
}

/** What a page of the client has beside its frame. */
interface PageParts {
  /** Stands in it until the client has started, and without JavaScript for good; the client's own frame without it. */
  readonly inside?: string | undefined
  readonly status?: number | undefined
  /** The module of `client/pages` that draws it: its files are fetched ahead. */
  readonly module?: string | undefined
  /** What the SQL editor begins with. */
  readonly requestedQuery?: RequestedQuery
}

/** The page of the client. */
export async function clientPage(
  asked: RouteRequest,
  { inside, status = 200, module, requestedQuery }: PageParts = {},
): Promise<RouteResponse> {
  const { config } = asked.context
  const { bootstrap, cookie } = makeBootstrap(asked)
  const index = await readIndex(config.clientDir)
  // Functions as replacements: `$` in what is put in has no meaning.
  const html = index
    .replaceAll(FILES, (_, name: string, files: string) => (name === module && files ? fetchAhead(files) : ''))
    // What stands in the page may be typed into: the client takes it over before the page is said to be there.
    .replaceAll(START, (_, file: string) =>
      inside ? `<script type="module" crossorigin src="./${file}"></script>\n` : '',
    )
    .replaceAll(NONCE, () => asked.nonce)
    .replaceAll(BOOTSTRAP, () => printBootstrap(requestedQuery ? { ...bootstrap, requestedQuery } : bootstrap))
    .replaceAll(/(src|href)="\.?\/(?!\/)/g, (_, name: string) => `${name}="${config.basePath}/`)
    .replace(WAITING, (waiting) => inside ?? waiting)
  return {
    status,
    type: HTML_TYPE,
    bytes: Buffer.from(html),
    headers: {
      'content-security-policy': contentPolicy(asked.nonce, {
        code: config.flags.DYNAMIC_PLUGINS ? config.pluginOrigins : [],
        frames: config.frameAncestors,
        images: config.imageOrigins,
      }),
      'cache-control': 'no-store',
      ...(asked.user.isAnonymous && !config.indexable ? { 'x-robots-tag': 'noindex' } : {}),
    },
    ...(cookie === undefined ? {} : { cookie }),
  }
}

/** An answer that sends the browser elsewhere within this host. */
export function redirect(asked: RouteRequest, path: string, cookie?: string): RouteResponse {
  const location = `${asked.context.config.basePath}${path}`
  return {
    status: 302,
    headers: { location, 'cache-control': 'no-store' },
    ...(cookie === undefined ? {} : { cookie }),
  }
}
