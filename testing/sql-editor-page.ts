import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { vi } from 'vitest'
import SqlLabPage from '#client/pages/SqlLabPage.tsx'
import { queryClient } from '#client/session/query-client.ts'
import type { RequestedQuery } from '#core/rest/sqllab.ts'
import { ReadOnlyContext } from '#ui/base/read-only.ts'
import { NavigationProvider } from '#ui/layout/NavigationProvider.tsx'
import { reader } from '#testing/dashboard.ts'
import { type MockResponses, findCodeEditor } from './user-input.ts'
import { openSession } from '#testing/session.ts'
import { serveSqlEditor, type SqlEditorServer, type StoredTab } from '#testing/sql-editor-server.ts'

/** A user with all permissions of the SQL editor. */
const analyst = reader(
  1,
  ['can_sqllab', 'Superset'],
  ['can_sql_json', 'Superset'],
  ['can_export_csv', 'SQLLab'],
  ['can_write', 'Dataset'],
  ['can_read', 'SavedQuery'],
  ['can_read', 'Query'],
)

interface OpenOptions {
  readonly answers?: MockResponses
  readonly url?: string
  readonly user?: typeof analyst
  readonly requestedQuery?: RequestedQuery
  /** Settings of the database. */
  readonly switches?: Parameters<typeof serveSqlEditor>[2]
  /** Why nothing can be saved on the page. */
  readonly readOnly?: string
}

/** Opens the SQL editor's page on a server with these tabs. `went` are the URLs it navigated to. */
export function openSqlEditor(
  tabs: readonly StoredTab[] = [],
  { answers = {}, url = '/sqllab', user = analyst, requestedQuery, switches, readOnly }: OpenOptions = {},
): SqlEditorServer & { readonly went: string[] } {
  openSession({ user, ...(requestedQuery ? { requestedQuery } : {}) })
  const server = serveSqlEditor(tabs, answers, switches)
  const went: string[] = []
  for (const [name, size] of [
    ['clientWidth', 600],
    ['clientHeight', 300],
    ['offsetWidth', 600],
    ['offsetHeight', 300],
  ] as const)
    vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(size)
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/sqllab', component: SqlLabPage })
  queryClient.clear()
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [url] }),
  })
  render(
    createElement(
      QueryClientProvider,
      { client: queryClient },
      createElement(
        NavigationProvider,
        { navigate: (href: string) => void went.push(href) } as never,
        createElement(ReadOnlyContext, { value: readOnly }, createElement(RouterProvider, { router: router as never })),
      ),
    ),
  )
  return { ...server, went }
}

/** Returns the editor of the tab with this label, once it is loaded. */
export const editorOf = (label: string) => findCodeEditor(`SQL of ${label}`)

/** Returns the labels of the editor's tabs. */
export const tabLabels = () =>
  [...screen.getByRole('tablist', { name: 'Query tabs' }).querySelectorAll('[role=tab]')].map(
    ({ textContent }) => textContent,
  )
