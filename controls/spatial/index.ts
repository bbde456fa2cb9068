import type { ControlType, ItemField, Validator } from '#controls/control.ts'
import { validationMessages } from '#controls/shared/validation-messages.ts'
import { t } from '#core/text/t.ts'

/** The position of rows on a map: two columns, one column of coordinate pairs, or one of geohashes. */
export interface Spatial {
  readonly type: 'latlong' | 'delimited' | 'geohash'
  readonly latCol?: string
  readonly lonCol?: string
  readonly lonlatCol?: string
  /** The separator of the pairs in `lonlatCol`. */
  readonly delimiter?: string
  /** Whether the pairs end with the latitude. */
  readonly reverseCheckbox?: boolean
  readonly geohashCol?: string
}

/** The default separator of pairs. */
const DEFAULT_DELIMITER = ','

const visibleForTypes = (...types: readonly Spatial['type'][]) => ({
  visible: (item: Readonly<Record<string, unknown>>) => types.some((type) => type === item['type']),
})

/** The fields of the editor. */
export const spatialFields: readonly ItemField[] = [
  {
    name: 'type',
    label: 'Format',
    kind: 'choice',
    choices: [
      { value: 'latlong', label: 'Longitude & Latitude columns' },
      { value: 'delimited', label: 'Delimited long & lat single column' },
      { value: 'geohash', label: 'Geohash' },
    ],
  },
  { name: 'lonCol', label: 'Longitude', kind: 'column', ...visibleForTypes('latlong') },
  { name: 'latCol', label: 'Latitude', kind: 'column', ...visibleForTypes('latlong') },
  { name: 'lonlatCol', label: 'Column', kind: 'column', ...visibleForTypes('delimited') },
  { name: 'delimiter', label: 'Delimiter', kind: 'text', ...visibleForTypes('delimited') },
  { name: 'geohashCol', label: 'Column', kind: 'column', ...visibleForTypes('geohash') },
  { name: 'reverseCheckbox', label: 'Reverse lat/long', kind: 'toggle', ...visibleForTypes('delimited', 'geohash') },
]

/** True if a value has all the columns of its type. */
export function hasColumns(value: Spatial): boolean {
  if (value.type === 'latlong') return Boolean(value.latCol && value.lonCol)
  return value.type === 'delimited' ? Boolean(value.lonlatCol && value.delimiter) : Boolean(value.geohashCol)
}

const text = (raw: unknown): string | undefined => (typeof raw === 'string' && raw !== '' ? raw : undefined)

/** Returns only the keys of its type, with valid values; undefined if the type is invalid. */
export function readSpatial(raw: unknown): Spatial | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined
  const fields = raw as Readonly<Record<string, unknown>>
  const reverseCheckbox = fields['reverseCheckbox'] === true
  const delimiter = typeof fields['delimiter'] === 'string' ? fields['delimiter'] : DEFAULT_DELIMITER
  const named = (...names: readonly (keyof Spatial)[]) =>
    Object.fromEntries(names.flatMap((name) => (text(fields[name]) ? [[name, fields[name]]] : [])))
  switch (fields['type']) {
    case 'latlong':
      return { type: 'latlong', ...named('latCol', 'lonCol') }
    case 'delimited':
      return { type: 'delimited', ...named('lonlatCol'), delimiter, reverseCheckbox }
    case 'geohash':
      return { type: 'geohash', ...named('geohashCol'), reverseCheckbox }
    default:
      return undefined
  }
}

const validatePlacement: Validator = (value) => {
  const read = readSpatial(value)
  return read === undefined || hasColumns(read) ? null : t('Invalid lat/long configuration.')
}

/** The longitude and latitude of rows. */
export const spatial: ControlType<Spatial> = {
  type: 'spatial',
  parse: (raw) => readSpatial(raw),
  check: (value, control) => validationMessages(value, control, [validatePlacement]),
  examples(_, { dataset }) {
    const [first = '', second = ''] = dataset.columns.map((each) => each.column_name).toReversed()
    return [
      { type: 'latlong', latCol: first, lonCol: second },
      { type: 'geohash', geohashCol: first, reverseCheckbox: false },
    ]
  },
}

/** Describes a value in one line. */
export function spatialText(value: Spatial): string {
  if (value.type === 'latlong') return [value.lonCol ?? '?', value.latCol ?? '?'].join(' | ')
  return (value.type === 'delimited' ? value.lonlatCol : value.geohashCol) ?? '?'
}
