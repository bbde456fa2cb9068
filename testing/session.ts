import { startSession } from '#client/session/session.ts'
import { BOOTSTRAP_ID, type Bootstrap } from '#core/session/bootstrap.ts'
import { flags } from '#core/rest/flags.ts'
import { reader } from '#testing/dashboard.ts'

interface SessionResult {
  readonly user?: Bootstrap['user']
  readonly flags?: object
  readonly settings?: Partial<Bootstrap['settings']>
  readonly requestedQuery?: Bootstrap['requestedQuery']
}

/** Opens a page as served, for a user with the permissions in `over`. */
export function openSession(over: SessionResult = {}): Bootstrap {
  const settings: Bootstrap['settings'] = {
    webTimeout: 60,
    rowLimit: 10_000,
    maxRowLimit: 100_000,
    sqlRowLimit: 100_000,
    samplesRowLimit: 1000,
    filterRowLimit: 1000,
    pageSize: 25,
    defaultVizType: 'table',
    basePath: '',
    csrfToken: 'token',
    version: 'test',
    locale: 'en',
    errorTexts: {},
    isFramed: false,
    imageOrigins: [],
    async: { transport: 'polling', pollingDelay: 500 },
    signInProviders: [],
    sendsMail: false,
    isLoadingExamples: false,
    ...over.settings,
  }
  const usual = Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, flag.default]))
  const bootstrap: Bootstrap = {
    user: over.user ?? reader(1, ['can_read', 'Dashboard']),
    flags: { ...usual, ...over.flags } as Bootstrap['flags'],
    settings,
    ...(over.requestedQuery ? { requestedQuery: over.requestedQuery } : {}),
  }
  document.getElementById(BOOTSTRAP_ID)?.remove()
  const script = document.createElement('script')
  script.type = 'application/json'
  script.id = BOOTSTRAP_ID
  script.textContent = JSON.stringify(bootstrap)
  document.body.append(script)
  return startSession(document)
}
