import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/base/config.ts'
import { printBootstrap, type Bootstrap, type SignInProvider } from '#core/session/bootstrap.ts'
import type { RequestedQuery } from '#core/rest/sqllab.ts'
import type { RouteResponse, RouteRequest } from '#server/route/route.ts'
import { MAX_ROWS } from '#core/query/max-rows.ts'
import { csrfBinding, csrfToken } from '#server/security/csrf.ts'
import { defaultPageSize } from '#core/rest/list-query.ts'

/** Row limits of queries, for the browser. */
const ROWS = { rowLimit: 10_000, maxRowLimit: MAX_ROWS, samplesRowLimit: 1000, filterRowLimit: 1000 }

/** Returns the bootstrap data for the page, and the session cookie to set if there was none. */
function makeBootstrap(request: RouteRequest): {
  readonly bootstrap: Bootstrap
  readonly cookie: string | undefined
} {
  const { config, now } = request.context
  const { binding, cookie } = csrfBinding(request.csrfBinding)
  const bootstrap: Bootstrap = {
    user: request.user,
    flags: config.flags,
    settings: {
      ...ROWS,
      webTimeout: config.webTimeout,
      sqlRowLimit: config.sqlResults.maxRows,
      pageSize: defaultPageSize,
      defaultVizType: config.defaultVizType,
      basePath: config.basePath,
      csrfToken: csrfToken(config.secretKey, binding, now()),
      version: config.version,
      locale: 'en',
      errorTexts: {},
      isFramed: config.frameAncestors.length > 0,
      imageOrigins: config.imageOrigins,
      async: config.asyncSettings,
      signInProviders: signInProviders(config),
      sendsMail: config.mailServer !== undefined,
      isLoadingExamples: !request.user.isAnonymous && request.context.exampleLoad?.()?.state === 'loading',
    },
  }
  return { bootstrap, cookie }
}

/** Returns the identity providers that have a button on the sign-in page. */
export function signInProviders({ identityProviders, samlProviders }: Config): readonly SignInProvider[] {
  return [...identityProviders, ...samlProviders].map(({ type, name, label }) => ({
    name,
    label,
    path: `/login/${type}/${name}`,
  }))
}

export const HTML_TYPE = 'text/html; charset=utf-8'

const NONCE = '__FACET_NONCE__'
const BOOTSTRAP = '__FACET_BOOTSTRAP__'
/** The placeholder that the client shows until it has started. */
const WAITING = /<!-- waiting -->[^]*?<!-- \/waiting -->/

/** Served while the client is not built. */
const BARE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Facet</title></head><body><div id="root"><!-- waiting --><!-- /waiting --></div></body></html>`

interface Openings {
  /** Further origins of code, besides this host. */
  readonly code?: readonly string[]
  /** Further origins that may show the page in a frame. */
  readonly frames?: readonly string[]
  /** Further origins of images. */
  readonly images?: readonly string[]
  /** Further origins to which forms may redirect. */
  readonly forms?: readonly string[]
}

/** Returns the content security policy of a page. Inline styles are needed by chart tooltips and by texts of users. */
export function contentPolicy(
  nonce: string,
  { code = [], frames = [], images = [], forms = [] }: Openings = {},
): string {
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
    ["form-action 'self'", ...forms].join(' '),
    ["frame-ancestors 'self'", ...frames].join(' '),
  ].join('; ')
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

/** Preloads files; those needed for the first paint come first. */
function fetchAhead(files: string): string {
  const links = files.split(' ').map((file) => {
    const kind = file.endsWith('.css') ? 'rel="preload" as="style"' : 'rel="modulepreload" crossorigin'
    return `<link ${kind} fetchpriority="low" href="./${file}">\n`
  })
  return links.join('')
}

/** The parts of a client page in addition to its frame. */
interface PageParts {
  /**
   * Content until the client has started, and permanently without JavaScript. Default: the client's own placeholder.
   */
  readonly inside?: string | undefined
  readonly status?: number | undefined
  /** The module of `client/pages` that renders the page: its files are preloaded. */
  readonly module?: string | undefined
  /** The query that SQL Lab opens with. */
  readonly requestedQuery?: RequestedQuery
}

/** Renders the page of the client. */
export async function clientPage(
  request: RouteRequest,
  { inside, status = 200, module, requestedQuery }: PageParts = {},
): Promise<RouteResponse> {
  const { config } = request.context
  const { bootstrap, cookie } = makeBootstrap(request)
  const index = await readIndex(config.clientDir)
  // Replacement functions, because `$` has a meaning in replacement texts.
  const html = index
    .replaceAll(FILES, (_, name: string, files: string) => (name === module && files ? fetchAhead(files) : ''))
    // The content may have input fields: the client takes it over before the page counts as loaded.
    .replaceAll(START, (_, file: string) =>
      inside ? `<script type="module" crossorigin src="./${file}"></script>\n` : '',
    )
    .replaceAll(NONCE, () => request.nonce)
    .replaceAll(BOOTSTRAP, () => printBootstrap(requestedQuery ? { ...bootstrap, requestedQuery } : bootstrap))
    .replaceAll(/(src|href)="\.?\/(?!\/)/g, (_, name: string) => `${name}="${config.basePath}/`)
    .replace(WAITING, (waiting) => inside ?? waiting)
  return {
    status,
    type: HTML_TYPE,
    bytes: Buffer.from(html),
    headers: {
      'content-security-policy': contentPolicy(request.nonce, {
        code: config.flags.DYNAMIC_PLUGINS ? config.pluginOrigins : [],
        frames: config.frameAncestors,
        images: config.imageOrigins,
      }),
      'cache-control': 'no-store',
      ...(request.user.isAnonymous && !config.indexable ? { 'x-robots-tag': 'noindex' } : {}),
    },
    ...(cookie === undefined ? {} : { cookie }),
  }
}

/** Returns a redirect within this host. */
export function redirect(request: RouteRequest, path: string, cookie?: string): RouteResponse {
  const location = `${request.context.config.basePath}${path}`
  return {
    status: 302,
    headers: { location, 'cache-control': 'no-store' },
    ...(cookie === undefined ? {} : { cookie }),
  }
}
