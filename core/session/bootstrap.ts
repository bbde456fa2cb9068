import type { CurrentUser } from '#core/access/current-user.ts'
import type { AsyncSettings } from '#core/rest/async-event.ts'
import type { ErrorTexts } from '#core/rest/error-text.ts'
import type { RequestedQuery } from '#core/rest/sqllab.ts'
import type { Flags } from '#core/rest/flags.ts'

/** The one object the server hands to the browser with the page. */
export interface Bootstrap {
  readonly user: CurrentUser
  readonly flags: Flags
  readonly settings: Settings
  /** What the SQL editor is opened with by a form. */
  readonly requestedQuery?: RequestedQuery
}

/** Settings the browser needs. */
export interface Settings {
  /** Seconds after which a call for chart data is given up. */
  readonly webTimeout: number
  /** Rows a query asks for when the chart names no limit. */
  readonly rowLimit: number
  /** The most rows any query gets. */
  readonly maxRowLimit: number
  /** Rows of the samples pane. */
  readonly samplesRowLimit: number
  /** Options a native filter asks for. */
  readonly filterRowLimit: number
  /** Rows of a list page. */
  readonly pageSize: number
  readonly defaultVizType: string
  /** Path prefix of every address, without a slash at the end; empty at the root. */
  readonly basePath: string
  readonly csrfToken: string
  readonly version: string
  /** BCP 47 tag of the language of the interface. */
  readonly locale: string
  /** Texts that replace server messages, by error type. */
  readonly errorTexts: ErrorTexts
  /** Whether the server lets pages of other hosts show its own in a frame. */
  readonly isFramed: boolean
  /** Scheme and host of each place beside this host that texts may show pictures of. */
  readonly imageOrigins: readonly string[]
  /** How events come while chart data are answered by jobs. */
  readonly async: AsyncSettings
}

/** Id of the `<script type="application/json">` element that holds the object. */
export const BOOTSTRAP_ID = 'bootstrap'

/** The object as text that is safe inside a script element. */
export function printBootstrap(bootstrap: Bootstrap): string {
  return JSON.stringify(bootstrap).replace(/[<>\u2028\u2029]/g, escaped)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
