import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { FilterList } from './FilterList.tsx'
import { LoaderContext, createDashboardLoader, type SendQuery } from '../state/loading.ts'
import { actions, createDashboardStore, DashboardContext } from '../state/store.ts'
import { openDashboard, selectFilter } from '#testing/dashboard.ts'
import { press, waitForAssertion } from '#testing/user-input.ts'
import { createQueryClient } from '#client/session/query-client.ts'

afterEach(() => vi.unstubAllGlobals())

/** The observed elements, with a callback that reports each as near. */
const watched = new Map<Element, (isIntersecting: boolean) => void>()

class Watching {
  readonly #tell: IntersectionObserverCallback
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell
  }
  observe(target: Element): void {
    watched.set(target, (isIntersecting) =>
      this.#tell([{ isIntersecting, target } as IntersectionObserverEntry], this as never),
    )
  }
  disconnect(): void {}
}

/** Renders these filters and returns the columns whose values were queried. */
function shown(filters: ReturnType<typeof selectFilter>[]) {
  vi.stubGlobal('IntersectionObserver', Watching)
  watched.clear()
  const store = createDashboardStore(openDashboard({ native_filter_configuration: filters }))
  const requested: string[] = []
  const ask = vi.fn<SendQuery>(async ({ queries }) => {
    const [column] = queries[0]?.columns ?? []
    if (typeof column === 'string') requested.push(column)
    return [{ colnames: ['x', 'count'], coltypes: [1, 0], columns: [['a'], [1]], rowcount: 1 }] as never
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DashboardContext value={store}>
        <LoaderContext value={{ ...createDashboardLoader(store, 60_000), ask }}>
          <FilterList />
        </LoaderContext>
      </DashboardContext>
    </QueryClientProvider>,
  )
  return { store, requested }
}

const names = Array.from({ length: 11 }, (_, at) => `c${at}`)
const all = names.map((name) => selectFilter(`NATIVE_FILTER-${name}`, name))

it('loads the values of the first filters at once, and of others when they come near or are searched', async () => {
  const { store, requested } = shown(all)
  await waitForAssertion(() => expect(requested).toEqual(names.slice(0, 8)))
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(names)
  const near = (name: string) => watched.get(screen.getByRole('region', { name }))
  act(() => near('c9')?.(true))
  await waitForAssertion(() => expect(requested).toEqual([...names.slice(0, 8), 'c9']))
  act(() => actions.seek(store, 'NATIVE_FILTER-c10'))
  await waitForAssertion(() => expect(requested.at(-1)).toBe('c10'))
  expect(requested).not.toContain('c8')
})

it('filters that affect no open tab send no query until they are expanded or searched', async () => {
  const away = selectFilter('NATIVE_FILTER-away', 'away', { scope: { rootPath: ['TAB-2'], excluded: [] } })
  const far = selectFilter('NATIVE_FILTER-far', 'far', { scope: { rootPath: ['TAB-2'], excluded: [] } })
  const { requested } = shown([...all.slice(0, 1), away, far])
  await waitForAssertion(() => expect(requested).toEqual(['c0']))
  expect(screen.queryByRole('heading', { name: 'away' })).toBeNull()
  await press('Filters out of scope (2)')
  await waitForAssertion(() => expect(requested).toEqual(['c0', 'away', 'far']))
})

it('expands the filters out of scope to show a searched one', async () => {
  const away = selectFilter('NATIVE_FILTER-away', 'away', { scope: { rootPath: ['TAB-2'], excluded: [] } })
  const { store, requested } = shown([...all.slice(0, 1), away])
  await waitForAssertion(() => expect(requested).toEqual(['c0']))
  act(() => actions.seek(store, away.id))
  await waitForAssertion(() => expect(requested).toEqual(['c0', 'away']))
  await waitForAssertion(() => expect(store.getState().sought).toBeUndefined())
})
