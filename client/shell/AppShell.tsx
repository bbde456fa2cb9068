import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { t } from '#core/text/t.ts'
import { chooseTheme } from '#client/session/theme.ts'
import { session } from '#client/session/session.ts'
import { AppFrame } from '#ui/layout/AppFrame.tsx'
import { NavigationProvider } from '#ui/layout/NavigationProvider.tsx'
import { IconButton } from '#ui/input/IconButton.tsx'
import { onThemeChange, shownTheme } from '#ui/tokens/theme.ts'
import { ToastRegion } from '#ui/overlay/ToastRegion.tsx'
import { CrashBoundary } from './CrashBoundary.tsx'
import { UserMenu } from './UserMenu.tsx'
import { usePageFocus } from './use-page-focus.ts'

const NAV = [
  { id: 'home', icon: 'home', href: '/', starts: /^\/$/ },
  { id: 'dashboards', icon: 'dashboard', href: '/dashboard/list', starts: /^\/dashboard/ },
  { id: 'charts', icon: 'chart', href: '/chart/list', starts: /^\/(chart|explore)/ },
  { id: 'datasets', icon: 'database', href: '/dataset/list', starts: /^\/(dataset|database)/ },
] as const

const labels = (): Record<(typeof NAV)[number]['id'], string> => ({
  home: t('Home'),
  dashboards: t('Dashboards'),
  charts: t('Charts'),
  datasets: t('Datasets'),
})

function ThemeButton() {
  const isDark = useSyncExternalStore(onThemeChange, shownTheme) === 'dark'
  return (
    <IconButton
      icon={isDark ? 'sun' : 'moon'}
      label={isDark ? t('Light theme') : t('Dark theme')}
      onPress={() => chooseTheme(isDark ? 'light' : 'dark')}
    />
  )
}

/** The frame around every page: places to go, theme, person, toasts. */
export function AppShell() {
  const router = useRouter()
  const path = useRouterState({ select: (state) => state.location.pathname })
  usePageFocus(path)
  const isStandalone = useRouterState({
    select: (state) => Number((state.location.search as Record<string, string>)['standalone'] ?? 0) > 0,
  })
  const isBare = isStandalone || /^\/login(\/|$)/.test(path)
  const names = labels()
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
      {isBare ? (
        <main>{page}</main>
      ) : (
        <AppFrame
          navLabel={t('Main')}
          skipLabel={t('Skip to the content')}
          logo={{ href: '/', label: t('Facet, home') }}
          items={NAV.map(({ id, icon, href, starts }) => ({
            id,
            icon,
            href,
            label: names[id],
            isCurrent: starts.test(path),
          }))}
          bottom={<ThemeButton />}
          end={<UserMenu />}
        >
          {page}
        </AppFrame>
      )}
      <ToastRegion />
    </NavigationProvider>
  )
}
