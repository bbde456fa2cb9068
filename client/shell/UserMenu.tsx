import { useSyncExternalStore } from 'react'
import { session } from '#client/session/session.ts'
import { returnPath } from '#client/session/signed-out.ts'
import { leaveViewAs } from '#client/session/view-as.ts'
import { chooseTheme, chosenTheme } from '#client/session/theme.ts'
import { t } from '#core/text/t.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { useIsNarrow } from '#ui/tokens/viewport-hooks.ts'
import { onThemeChange, currentTheme } from '#ui/tokens/theme.ts'
import { accessEntries, managementEntries } from './management-entries.ts'
import { userMenuEntries } from './user-menu.ts'

const showProblem = (problem: Error) => toast.show({ text: problem.message, tone: 'danger' })

/** The user menu: profile, account, theme, sign out. */
export function UserMenu() {
  const { user, settings } = session()
  const isNarrow = useIsNarrow()
  // Updates the selected theme when it is changed elsewhere.
  useSyncExternalStore(onThemeChange, currentTheme)
  const go = (path: string) => window.location.assign(`${settings.basePath}${path}`)
  return (
    <Menu
      label={t('Your account')}
      trigger={
        <IconButton
          icon="user"
          label={
            user.viewAs
              ? t('You see Facet as %s', user.viewAs.name)
              : user.isAnonymous
                ? t('Not signed in')
                : t('Signed in as %s', user.username)
          }
          tooltip={null}
        />
      }
      placement={isNarrow ? 'top end' : 'right bottom'}
      items={userMenuEntries({
        user,
        manages: managementEntries(user),
        access: accessEntries(user),
        theme: chosenTheme(),
        onTheme: chooseTheme,
        onSignIn: () => go(`/login/?next=${encodeURIComponent(returnPath(window.location))}`),
        onSignOut: () => go('/logout/'),
        onStopView: () => void leaveViewAs().catch(showProblem),
      })}
    />
  )
}
