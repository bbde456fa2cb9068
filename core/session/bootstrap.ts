import type { CurrentUser } from '#core/access/current-user.ts'
import type { AsyncSettings } from '#core/rest/async-event.ts'
import type { ErrorTexts } from '#core/rest/error-text.ts'
import type { RequestedQuery } from '#core/rest/sqllab.ts'
import type { Flags } from '#core/rest/flags.ts'

/** The data that the server embeds in the page. */
export interface Bootstrap {
  readonly user: CurrentUser
  readonly flags: Flags
  readonly settings: Settings
  /** The initial state of SQL Lab when it is opened by a form. */
  readonly requestedQuery?: RequestedQuery
}

export interface Settings {
  /** Timeout of a chart data request in seconds. */
  readonly webTimeout: number
  /** Row limit of queries without their own limit. */
  readonly rowLimit: number
  /** Maximum number of rows of any query. */
  readonly maxRowLimit: number
  /** Maximum number of rows of a SQL Lab result. */
  readonly sqlRowLimit: number
  /** Rows of the samples pane. */
  readonly samplesRowLimit: number
  /** Maximum number of options that a native filter requests. */
  readonly filterRowLimit: number
  /** Rows per list page. */
  readonly pageSize: number
  readonly defaultVizType: string
  /** Path prefix of every URL, without a trailing slash; empty at the root. */
  readonly basePath: string
  readonly csrfToken: string
  readonly version: string
  /** BCP 47 tag of the UI language. */
  readonly locale: string
  /** Texts that replace server messages, by error type. */
  readonly errorTexts: ErrorTexts
  /** True if pages of other hosts may embed the application in a frame. */
  readonly isFramed: boolean
  /** External origins (scheme and host) from which texts may show images. */
  readonly imageOrigins: readonly string[]
  /** How the browser receives events if jobs compute chart data. */
  readonly async: AsyncSettings
  /** The identity providers at which users can sign in. */
  readonly signInProviders: readonly SignInProvider[]
  /** True if invitations can be sent by email. */
  readonly sendsMail: boolean
  /** True while the server loads the example data after its first start. */
  readonly isLoadingExamples: boolean
}

/** An identity provider at which users can sign in. */
export interface SignInProvider {
  readonly name: string
  readonly label: string
  /** The path that begins the sign-in, below the base path. */
  readonly path: string
}

/** Id of the `<script type="application/json">` element that holds the object. */
export const BOOTSTRAP_ID = 'bootstrap'

/** Prints the object as text that is safe inside a script element. */
export function printBootstrap(bootstrap: Bootstrap): string {
  return JSON.stringify(bootstrap).replace(/[<>\u2028\u2029]/g, escapeCharacter)
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
