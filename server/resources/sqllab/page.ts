import { formatTime } from '#core/format/time.ts'
import { type Column, type Table, TEMPORAL } from '#core/table/table.ts'
import { contentPolicy, escapeHtml, HTML_TYPE } from '#server/route/page.ts'
import type { Answer, Asked } from '#server/route/route.ts'

/** Rows the page shows at most. */
export const MAX_ROWS = 1000

/** What the page shows: the SQL, and its rows or why there are none. */
export interface SqlShown {
  readonly sql: string
  readonly database?: string
  /** May hold one row more than is shown. */
  readonly table?: Table
  readonly problem?: string
}

const STYLE = `
body{margin:0;padding:1.5rem;font:14px/1.5 system-ui,sans-serif;color:#1a1c20;background:#fff}
h1{font-size:20px;margin:0 0 1rem}pre{padding:1rem;border:1px solid #c8ccd4;border-radius:6px;overflow:auto}
div{overflow:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
caption{text-align:left;padding:.5rem 0}th,td{padding:.25rem .75rem;border-bottom:1px solid #dde0e6;text-align:left;white-space:nowrap}
p[role=alert]{color:#b3261e}
@media (prefers-color-scheme:dark){body{color:#e8eaee;background:#17191d}pre,th,td{border-color:#3a3f48}p[role=alert]{color:#ff8a80}a{color:#8ab4ff}}
`

/** SQL and its rows as a plain page that works without JavaScript. */
export function sqlPage(asked: Asked, shown: SqlShown, status = 200): Answer {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>SQL · Facet</title>
<meta name="viewport" content="width=device-width"><style nonce="${asked.nonce}">${STYLE}</style></head>
<body><main><h1>${shown.database ? `SQL on ${escapeHtml(shown.database)}` : 'SQL'}</h1>
<pre tabindex="0" aria-label="SQL">${escapeHtml(shown.sql)}</pre>
${shown.problem === undefined ? '' : `<p role="alert">${escapeHtml(shown.problem)}</p>`}
${shown.table ? tableOf(shown.table) : ''}
<p><a href="${escapeHtml(asked.context.config.basePath)}/">Facet</a></p></main></body></html>`
  return {
    status,
    type: HTML_TYPE,
    bytes: Buffer.from(html),
    headers: { 'content-security-policy': contentPolicy(asked.nonce), 'cache-control': 'no-store' },
  }
}

function tableOf({ columns, rowCount }: Table): string {
  const count = Math.min(rowCount, MAX_ROWS)
  const head = columns.map(({ name }) => `<th scope="col">${escapeHtml(name)}</th>`).join('')
  const rows = Array.from(
    { length: count },
    (_, row) => `<tr>${columns.map((column) => `<td>${escapeHtml(cell(column, row))}</td>`).join('')}</tr>`,
  )
  const caption = rowCount > MAX_ROWS ? `The first ${MAX_ROWS} rows` : count === 1 ? '1 row' : `${count} rows`
  return `<div tabindex="0" role="region" aria-label="Result"><table><caption>${caption}</caption>
<thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`
}

function cell({ type, values }: Column, row: number): string {
  const value = values[row]
  if (value === null || value === undefined) return ''
  return type === TEMPORAL && typeof value === 'number' ? formatTime('%Y-%m-%d %H:%M:%S', value) : String(value)
}
