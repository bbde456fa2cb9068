import { type PageMatch, type PageMatches, usePageSearch } from '#client/shell/page-search.ts'
import { t } from '#core/text/t.ts'
import { formatTimeRange } from '#core/time/label.ts'
import { readTypedRange } from '#core/time/typed-range.ts'
import { actions, type ExploreStore, useExploreStore } from '../state/store.ts'
import { addFieldToControl } from './add-field.ts'
import { type SourceItem, sourceItems } from './source-items.ts'

const MAX_FOUND = 8

/** Returns the metrics, columns and time range of a chart in Explore that match a typed text. */
export function searchExplore(store: ExploreStore, typed: string): readonly PageMatches[] {
  const { dataset, form } = store.getState()
  const { metrics, columns } = sourceItems(dataset, typed)
  const added =
    (kind: 'metric' | 'column') =>
    ({ name, label }: SourceItem): PageMatch => ({
      id: `${kind} ${name}`,
      label,
      icon: 'plus',
      detail: t('Add to the chart'),
      act: () => addFieldToControl(store, { kind, name, label }),
    })
  const read = typeof form.time_range === 'string' ? readTypedRange(typed) : undefined
  const ranges: readonly PageMatch[] = read
    ? [
        {
          id: `range ${read.range}`,
          label: formatTimeRange(read.range),
          icon: 'calendar',
          detail: t('Time range of the chart'),
          act: () => actions.setControl(store, 'time_range', read.range),
        },
      ]
    : []
  return [
    { id: 'ranges', heading: t('Time range'), items: ranges },
    { id: 'metrics', heading: t('Metrics'), items: metrics.slice(0, MAX_FOUND).map(added('metric')) },
    { id: 'columns', heading: t('Columns'), items: columns.slice(0, MAX_FOUND).map(added('column')) },
  ]
}

/** Lets the palette find metrics, columns and time ranges of the chart. */
export function useExploreSearch(): void {
  const store = useExploreStore()
  usePageSearch(async (typed) => searchExplore(store, typed))
}
