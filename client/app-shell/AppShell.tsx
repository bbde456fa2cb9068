import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { APPLICATION, hasPermission } from '#core/access/ability.ts'
import { t } from '#core/text/t.ts'
import { openPalette } from '#client/palette/open-palette.ts'
import { PaletteKeys } from '#client/palette/PaletteKeys.tsx'
import { chooseTheme } from '#client/session/theme.ts'
import { session } from '#client/session/session.ts'
import { AppFrame } from '#ui/layout/AppFrame.tsx'
import { NavigationProvider } from '#ui/layout/NavigationProvider.tsx'
import { ReadOnlyContext } from '#ui/base/read-only.ts'
import { IconButton } from '#ui/base/IconButton.tsx'
import { onThemeChange, currentTheme } from '#ui/tokens/theme.ts'
import { ToastRegion } from '#ui/overlay/ToastRegion.tsx'
import { CrashBoundary } from '#client/shell/CrashBoundary.tsx'
import { globalPaletteItems } from './global-palette-items.ts'
import { DownloadRegion } from '#client/shell/DownloadRegion.tsx'
import { lazyView } from '#client/shell/lazy-view.tsx'
import { SignInAgain } from '#client/shell/SignInAgain.tsx'
import { visiblePageParts, VisiblePagePartsContext } from '#client/shell/visible-page-parts.ts'
import { UserMenu } from '#client/shell/UserMenu.tsx'
import { useLostFocus } from '#client/shell/use-lost-focus.ts'
import { usePageFocus } from '#client/shell/use-page-focus.ts'

const ViewAsBar = lazyView(() => import('./ViewAsBar.tsx').then((module) => module.ViewAsBar))

const NAV = [
  { id: 'home', icon: 'home', href: '/', starts: /^\/$/ },
  { id: 'dashboards', icon: 'dashboard', href: '/dashboard/list', starts: /^\/dashboard/ },
  { id: 'charts', icon: 'chart', href: '/chart/list', starts: /^\/(chart|explore)/ },
  { id: 'datasets', icon: 'database', href: '/dataset/list', starts: /^\/(dataset|database)/ },
  { id: 'sql', icon: 'sql', href: '/sqllab', starts: /^\/(sqllab|saved_query)/ },
] as const

const navLabels = (): Record<(typeof NAV)[number]['id'], string> => ({
  home: t('Home'),
  dashboards: t('Dashboards'),
  charts: t('Charts'),
  datasets: t('Datasets'),
  sql: t('SQL editor'),
})

/** The items of the navigation rail that the user may open. */
const visibleNavItems = () =>
  NAV.filter(({ id }) => id !== 'sql' || hasPermission(session().user, 'can_sqllab', APPLICATION))

function ThemeButton() {
  const isDark = useSyncExternalStore(onThemeChange, currentTheme) === 'dark'
  return (
    <IconButton
      icon={isDark ? 'sun' : 'moon'}
      label={isDark ? t('Light theme') : t('Dark theme')}
      onPress={() => chooseTheme(isDark ? 'light' : 'dark')}
    />
  )
}

function SearchButton() {
  return <IconButton icon="search" label={t('Search')} tooltip={t('Search (%s)', 'Ctrl+K')} onPress={openPalette} />
}

/** Says on every write control that nothing can be changed while an administrator views as another user. */
function ReadOnlyView({ children }: { readonly children: ReactNode }) {
  const name = session().user.viewAs?.name
  const reason =
    name === undefined
      ? undefined
      : t('You view Facet as %s, where nothing can be changed. Stop viewing to make changes as yourself.', name)
  return <ReadOnlyContext value={reason}>{children}</ReadOnlyContext>
}

const rail = () =>
  visibleNavItems().map(({ id, icon, href }) => ({ id: `page ${id}`, label: navLabels()[id], icon, href }))

/** The frame around every page: navigation, theme, user menu, toasts. */
export function AppShell() {
  const router = useRouter()
  const path = useRouterState({ select: (state) => state.location.pathname })
  // Other parameters change with every filter. Only these mean that the page shows something else.
  const search = useRouterState({
    select: ({ location }) => {
      const { standalone = '', uiConfig = '' } = location.search as Record<string, string>
      return new URLSearchParams({ standalone, uiConfig }).toString()
    },
  })
  const parts = useMemo(() => visiblePageParts(new URLSearchParams(search)), [search])
  const isBare = !parts.hasNavigation || /^\/login(\/|$)/.test(path)
  usePageFocus(path, isBare)
  useLostFocus()
  const names = navLabels()
  const { viewAs } = session().user
  const page = (
    <CrashBoundary resetKey={path}>
      <Outlet />
    </CrashBoundary>
  )
  return (
    <NavigationProvider
      navigate={(href) => void router.navigate({ href })}
      toHref={(href) => (href.startsWith('/') ? `${session().settings.basePath}${href}` : href)}
    >
      <ReadOnlyView>
        <VisiblePagePartsContext value={parts}>
          <AppFrame
            isBare={isBare}
            notice={viewAs && <ViewAsBar viewAs={viewAs} />}
            navLabel={t('Main')}
            skipLabel={t('Skip to the content')}
            logo={{ href: '/', label: t('Facet, home') }}
            items={visibleNavItems().map(({ id, icon, href, starts }) => ({
              id,
              icon,
              href,
              label: names[id],
              isCurrent: starts.test(path),
            }))}
            top={<SearchButton />}
            bottom={<ThemeButton />}
            end={<UserMenu />}
          >
            {page}
          </AppFrame>
        </VisiblePagePartsContext>
      </ReadOnlyView>
      {isBare ? null : <PaletteKeys everywhere={globalPaletteItems(rail())} />}
      <SignInAgain />
      <DownloadRegion />
      <ToastRegion />
    </NavigationProvider>
  )
}
