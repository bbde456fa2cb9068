import type { ChangeResponse } from '#calls/history.ts'
import { isObject } from '#core/rest/json.ts'
import { t } from '#core/text/t.ts'
import type { KeyChange } from '#core/entity/changes.ts'

/** Field labels, where the field name itself is not clear enough. */
const labels = (): Readonly<Record<string, string>> => ({
  slice_name: t('Chart name'),
  dashboard_title: t('Title'),
  table_name: t('Name'),
  viz_type: t('Chart type'),
  params: t('Settings'),
  query_context: t('Question'),
  datasource_id: t('Dataset'),
  position_json: t('Layout'),
  json_metadata: t('Settings'),
  css: t('Styles'),
  published: t('Published'),
  sql: t('SQL'),
  native_filter_configuration: t('Filters'),
  chart_configuration: t('Cross-filters'),
  global_chart_configuration: t('Cross-filters'),
  cross_filters_enabled: t('Cross-filters'),
  adhoc_filters: t('Filters'),
  groupby: t('Dimensions'),
  refresh_frequency: t('Auto-refresh'),
})

/** Returns the label of a field or key: its name as words by default. */
export function fieldLabel(name: string): string {
  const words = name
    .replace(/_json$/, '')
    .replaceAll('_', ' ')
    .trim()
  return labels()[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns a value as short text without JSON syntax. */
function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return t('Nothing')
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(', ')
  return JSON.stringify(value)
}

const listNames = (names: readonly string[], more = 0) =>
  more > 0 ? t('%s and %s more', names.join(', '), more) : names.join(', ')

/** Returns a change as lines of text. */
export function changeTexts(change: ChangeResponse): readonly string[] {
  const label = fieldLabel(change.field)
  switch (change.kind) {
    case 'value':
      return [t('%s: %s → %s', label, valueText(change.before), valueText(change.after))]
    case 'keys':
      return change.field === 'position_json' ? layoutTexts(change.keys) : keyTexts(label, change.keys, change.more)
    case 'parts':
      return changedNamesTexts(label, change)
    case 'links': {
      const lines = changedNamesTexts(label, change)
      return lines.length > 0 ? lines : [t('%s changed', label)]
    }
  }
}

interface NamedChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed?: readonly string[]
}

function changedNamesTexts(label: string, { added, removed, changed = [] }: NamedChanges): readonly string[] {
  return [
    ...(added.length > 0 ? [t('%s added: %s', label, listNames(added))] : []),
    ...(removed.length > 0 ? [t('%s removed: %s', label, listNames(removed))] : []),
    ...(changed.length > 0 ? [t('%s changed: %s', label, listNames(changed))] : []),
  ]
}

/** Returns the value of a key with one plain value; of other keys only that they changed. */
function keyTexts(label: string, keys: readonly KeyChange[], more: number): readonly string[] {
  const isPlain = ({ isLong, before, after }: KeyChange) => !isLong && !isObject(before) && !isObject(after)
  if (keys.length === 1 && keys[0] && isPlain(keys[0])) {
    const [{ name, before, after }] = keys as readonly [KeyChange]
    return [t('%s: %s → %s', fieldLabel(name), valueText(before), valueText(after))]
  }
  return [t('%s changed: %s', label, listNames([...new Set(keys.map(({ name }) => fieldLabel(name)))], more))]
}

function tileName(value: unknown): string | undefined {
  const meta = isObject(value) ? value['meta'] : undefined
  if (!isObject(meta)) return undefined
  const name = meta['sliceNameOverride'] ?? meta['sliceName'] ?? meta['text']
  return typeof name === 'string' && name !== '' ? name : undefined
}

const partOf = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined)

const differs = (before: unknown, after: unknown) => JSON.stringify(before) !== JSON.stringify(after)

/** Returns how a tile changed: its place in the layout, its size, or anything else. */
function tileChange({ before, after }: KeyChange): 'moved' | 'resized' | 'changed' {
  if (differs(partOf(before, 'parents'), partOf(after, 'parents'))) return 'moved'
  const [was, is] = [partOf(before, 'meta'), partOf(after, 'meta')]
  const isResized = ['width', 'height'].some((key) => differs(partOf(was, key), partOf(is, key)))
  return isResized ? 'resized' : 'changed'
}

/** Returns added, removed, moved, resized and changed tiles by name; without a name only that tiles have moved. */
function layoutTexts(keys: readonly KeyChange[]): readonly string[] {
  const named = (how: KeyChange['how'], value: (key: KeyChange) => unknown, wanted?: ReturnType<typeof tileChange>) =>
    keys.flatMap((key) =>
      key.how === how && (wanted === undefined || tileChange(key) === wanted) ? (tileName(value(key)) ?? []) : [],
    )
  const changed = (wanted: ReturnType<typeof tileChange>) => named('changed', ({ after }) => after, wanted)
  const [moved, resized] = [changed('moved'), changed('resized')]
  const lines = [
    ...changedNamesTexts(t('Tiles'), {
      added: named('added', ({ after }) => after),
      removed: named('removed', ({ before }) => before),
      changed: changed('changed'),
    }),
    ...(moved.length > 0 ? [t('Tiles moved: %s', listNames(moved))] : []),
    ...(resized.length > 0 ? [t('Tiles resized: %s', listNames(resized))] : []),
  ]
  return lines.length > 0 ? lines : [t('Tiles moved or resized')]
}

/** Returns the changes of a version as lines of text. Derived changes are left out if there are others. */
export function versionTexts(changes: readonly ChangeResponse[]): readonly string[] {
  const own = changes.filter(({ field }) => field !== 'query_context')
  return (own.length > 0 ? own : changes).flatMap(changeTexts)
}
