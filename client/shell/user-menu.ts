import type { CurrentUser } from '#core/access/current-user.ts'
import { t } from '#core/text/t.ts'
import { userFullName } from '#client/account/user-full-name.ts'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'
import type { Theme } from '#ui/tokens/theme.ts'

interface UserMenuState {
  readonly user: Pick<CurrentUser, 'firstName' | 'lastName' | 'username' | 'isAnonymous' | 'viewAs'>
  /** The pages of `managed` that the user may see. */
  readonly manages: readonly MenuEntry[]
  /** The pages of `accessEntries` that the user may see. */
  readonly access: readonly MenuEntry[]
  readonly theme: Theme
  readonly onTheme: (theme: Theme) => void
  readonly onSignIn: () => void
  readonly onSignOut: () => void
  /** Ends the view as another user or a role. */
  readonly onStopView: () => void
}

/** Returns the entries of the user menu. */
export function userMenuEntries({ user, manages, access, theme, ...actions }: UserMenuState): readonly MenuEntry[] {
  const choice = (id: Theme, label: string): MenuEntry => ({
    id,
    label,
    isChecked: theme === id,
    onAction: () => actions.onTheme(id),
  })
  const themes: readonly MenuEntry[] = [
    { id: 'themes', kind: 'heading', label: t('Theme') },
    choice('light', t('Light')),
    choice('dark', t('Dark')),
    choice('system', t('System')),
    { id: 'end', kind: 'separator' },
  ]
  const pages = [
    ...(manages.length > 0 ? [{ id: 'manage', kind: 'heading', label: t('Manage') } as const, ...manages] : []),
    ...(access.length > 0 ? [{ id: 'access', kind: 'heading', label: t('Users and access') } as const, ...access] : []),
  ]
  const out: MenuEntry = { id: 'out', label: t('Sign out'), icon: 'log-out', onAction: actions.onSignOut }
  if (user.viewAs)
    return [
      { id: 'name', kind: 'heading', label: t('%s (read only)', user.viewAs.name) },
      { id: 'stop', label: t('Stop viewing'), icon: 'eye-off', onAction: actions.onStopView },
      ...pages,
      ...themes,
      out,
    ]
  if (user.isAnonymous)
    return [
      { id: 'name', kind: 'heading', label: t('Not signed in') },
      ...themes,
      { id: 'in', label: t('Sign in'), icon: 'user', onAction: actions.onSignIn },
    ]
  return [
    { id: 'name', kind: 'heading', label: userFullName(user) },
    { id: 'account', label: t('Your account'), icon: 'settings', href: '/account' },
    ...pages,
    ...themes,
    out,
  ]
}
