import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { findColumns } from '#calls/datasets.ts'
import { listResource } from '#calls/resources.ts'
import { useDebouncedValue } from '#ui/base/use-debounced-value.ts'
import { searchPages } from '#client/shell/page-search.ts'
import { session } from '#client/session/session.ts'
import { hasPermission } from '#core/access/ability.ts'
import type {
  ChartResponse,
  DashboardResponse,
  DatasetResponse,
  SavedQueryResponse,
  TagResponse,
} from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { mergeItems, closestItems, type PaletteGroup, type PaletteItem } from './palette-items.ts'

/** The number of recent entities searched locally for similar names, in addition to the server's search. */
const RECENT = 100
const FOUND = 25
const FOUND_COLUMNS = 8
/** Shorter texts are in most names. */
const MIN_COLUMN_TEXT = 2

interface Kind {
  readonly name: 'dashboard' | 'chart' | 'dataset' | 'saved_query' | 'tag'
  readonly heading: string
  readonly filter: (value: string) => { readonly col: string; readonly opr: string; readonly value: string }
  readonly item: (row: never) => PaletteItem
}

const kinds = (): readonly Kind[] => [
  {
    name: 'dashboard',
    heading: t('Dashboards'),
    filter: (value) => ({ col: 'dashboard_title', opr: 'title_or_slug', value }),
    item: ({ id, slug, dashboard_title }: DashboardResponse) => ({
      id: `dashboard ${id}`,
      label: dashboard_title || t('[ untitled dashboard ]'),
      icon: 'dashboard',
      href: `/dashboard/${encodeURIComponent(slug || String(id))}`,
    }),
  },
  {
    name: 'chart',
    heading: t('Charts'),
    filter: (value) => ({ col: 'slice_name', opr: 'chart_all_text', value }),
    item: ({ id, slice_name, datasource_name_text }: ChartResponse) => ({
      id: `chart ${id}`,
      label: slice_name,
      icon: 'chart',
      detail: datasource_name_text ?? undefined,
      href: `/explore?slice_id=${id}`,
    }),
  },
  {
    name: 'dataset',
    heading: t('Datasets'),
    filter: (value) => ({ col: 'table_name', opr: 'ct', value }),
    item: ({ id, table_name }: DatasetResponse) => ({
      id: `dataset ${id}`,
      label: table_name,
      icon: 'database',
      href: `/explore?dataset_id=${id}`,
    }),
  },
  {
    name: 'saved_query',
    heading: t('Saved queries'),
    filter: (value) => ({ col: 'label', opr: 'all_text', value }),
    item: ({ id, label, database }: SavedQueryResponse) => ({
      id: `saved_query ${id}`,
      label: label || t('[ untitled ]'),
      icon: 'sql',
      detail: database?.database_name,
      href: `/saved_query/list?search=${encodeURIComponent(label ?? '')}`,
    }),
  },
  {
    name: 'tag',
    heading: t('Tags'),
    filter: (value) => ({ col: 'name', opr: 'ct', value }),
    item: ({ id, name, description }: TagResponse) => ({
      id: `tag ${id}`,
      label: name,
      icon: 'tag',
      detail: description ?? undefined,
      href: `/tag/objects?id=${id}`,
    }),
  },
]

const NOTHING: readonly PaletteGroup[] = []

/** Finds columns, filter values and time ranges of the open page. */
function useOnPage(typed: string) {
  const found = useQuery({
    queryKey: ['page-search', typed],
    enabled: typed !== '',
    retry: false,
    gcTime: 0,
    queryFn: ({ signal }) => searchPages(typed, signal),
  })
  return { groups: typed === '' ? NOTHING : (found.data ?? NOTHING), isAsking: found.isFetching }
}

/** Fetches the entities of one type: those changed last, and those whose name contains the text. */
function useKind({ name, filter, item }: Kind, typed: string, isAllowed = true) {
  const ask = (search: string, size: number, signal: AbortSignal) =>
    listResource<never>(
      name,
      {
        order_column: 'changed_on_delta_humanized',
        order_direction: 'desc',
        page_size: size,
        filters: search === '' ? [] : [filter(search)],
      },
      signal,
    ).then(({ result }) => result.map(item))
  const recent = useQuery({
    queryKey: ['list', name, 'palette'],
    queryFn: ({ signal }) => ask('', RECENT, signal),
    retry: false,
    enabled: isAllowed,
  })
  const found = useQuery({
    queryKey: ['list', name, 'palette', typed],
    enabled: isAllowed && typed !== '',
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: ({ signal }) => ask(typed, FOUND, signal),
  })
  return { items: mergeItems(recent.data ?? [], found.data ?? []), isAsking: recent.isFetching || found.isFetching }
}

/** Finds columns of datasets by a part of their name. */
function useColumns(typed: string) {
  const isLongEnough = typed.length >= MIN_COLUMN_TEXT
  const found = useQuery({
    queryKey: ['dataset-columns', typed],
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: ({ signal }) => findColumns(typed, FOUND_COLUMNS, signal),
  })
  const items = (isLongEnough ? (found.data ?? []) : []).map(
    ({ dataset_id, dataset_name, column_name, verbose_name }): PaletteItem => ({
      id: `dataset column ${dataset_id} ${column_name}`,
      label: verbose_name || column_name,
      icon: 'columns',
      detail: dataset_name,
      href: `/explore?dataset_id=${dataset_id}`,
    }),
  )
  return { items, isAsking: found.isFetching }
}

/**
 * Returns parts of the open page, dashboards, charts, datasets, saved queries, tags and columns of datasets that match the
 * typed text. Types that the user may not list are left out.
 */
export function useSearchResults(typed: string): {
  readonly groups: readonly PaletteGroup[]
  readonly isLoading: boolean
} {
  const requested = useDebouncedValue(typed.trim())
  const [dashboards, charts, datasets, queries, tags] = kinds() as [Kind, Kind, Kind, Kind, Kind]
  const mayQuery = hasPermission(session().user, 'can_read', 'SavedQuery')
  const onPage = useOnPage(requested)
  const found = [
    { kind: dashboards, ...useKind(dashboards, requested) },
    { kind: charts, ...useKind(charts, requested) },
    { kind: datasets, ...useKind(datasets, requested) },
    { kind: queries, ...useKind(queries, requested, mayQuery) },
    { kind: tags, ...useKind(tags, requested, hasPermission(session().user, 'can_read', 'Tag')) },
  ]
  const columns = useColumns(requested)
  return {
    groups: [
      ...onPage.groups,
      ...found.map(({ kind, items }) => ({ id: kind.name, heading: kind.heading, items: closestItems(items, typed) })),
      { id: 'dataset columns', heading: t('Columns of datasets'), items: columns.items },
    ],
    isLoading:
      requested !== typed.trim() ||
      onPage.isAsking ||
      columns.isAsking ||
      found.some(({ isAsking: isLoading }) => isLoading),
  }
}
