import { allowImageOrigins } from '#core/text/image-origins.ts'
import { formatLocale, setFormatLocale } from '#core/text/format-locale.ts'
import { setLanguage } from '#core/text/t.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { configureAsync, cancelJobs } from '#calls/async-jobs.ts'
import { configureCalls, translateErrors } from '#calls/call.ts'
import { queryClient } from '#client/session/query-client.ts'
import { startSession } from '#client/session/session.ts'
import { expireSignIn } from '#client/session/sign-in-expiry.ts'
import { createSignedOutHandler, createSignInRedirect } from '#client/session/signed-out.ts'
import { watchViewAs, signInAfterView } from '#client/session/view-as.ts'
import { trackServerForm } from '#client/session/server-form-input.ts'
import { chosenTheme } from '#client/session/theme.ts'
import { CrashBoundary } from '#client/shell/CrashBoundary.tsx'
import { createAppRouter } from '#client/routes.tsx'
import { LocaleProvider } from '#ui/tokens/LocaleProvider.tsx'
import { applyTheme } from '#ui/tokens/theme.ts'

const { user, settings, flags } = startSession(document)
const toSignIn = createSignInRedirect(window, settings.basePath)
// An anonymous user has no unsaved work that a redirect could lose.
const askUser = user.isAnonymous ? toSignIn : expireSignIn
// An administrator who views as another user does not have the password of that user.
const askToSignIn = user.viewAs ? () => void signInAfterView(toSignIn)().catch(() => undefined) : askUser
configureCalls({
  basePath: settings.basePath,
  csrfToken: settings.csrfToken,
  timeout: settings.webTimeout * 1000,
  errorTexts: settings.errorTexts,
  onSignedOut: createSignedOutHandler(window, askToSignIn, Date.now),
})
// The server's texts are English; the catalogue is only needed to translate them.
if (settings.locale !== 'en')
  void import('#core/rest/error-entry-text.ts').then(({ errorEntryText }) => translateErrors(errorEntryText))
configureAsync(flags.GLOBAL_ASYNC_QUERIES ? settings.async : undefined)
window.addEventListener('pagehide', (event) => {
  // A page in the back/forward cache may be restored and still needs its results.
  if (!event.persisted) cancelJobs()
})
watchViewAs()
applyTheme(chosenTheme())
setLanguage(settings.locale)
setFormatLocale(user.locale)
allowImageOrigins(settings.imageOrigins)

const root = document.getElementById('root')
trackServerForm(document)
if (root)
  createRoot(root).render(
    <CrashBoundary>
      <QueryClientProvider client={queryClient}>
        <LocaleProvider locale={formatLocale()} language={settings.locale}>
          <RouterProvider router={createAppRouter(settings.basePath)} />
        </LocaleProvider>
      </QueryClientProvider>
    </CrashBoundary>,
  )
