import { type GenericType, NUMERIC } from '#core/table/table.ts'

/** Names that end with these words are identifiers, places or times; their sum has no meaning. */
const NAMING_WORDS = new Set(
  [
    'id ids key keys uuid guid pk fk nr no index',
    'year years yr month weekday week quarter day hour minute date time timestamp epoch',
    'bin bins bucket rank',
    'code codes zip zipcode postcode postal fips phone',
    'lat latitude lon lng longitude',
  ].flatMap((line) => line.split(' ')),
)
/** These words mark an identifier at the start of a name too: `id_customer`, `latitude_deg`. */
const NAMING_AT_FRONT = new Set(['id', 'lat', 'latitude', 'lon', 'lng', 'longitude', 'zip'])
/** These words mark an identifier only as the complete name: `long` is a coordinate, `day_long` is not. */
const NAMES_ONLY = new Set(['long', 'x', 'y'])

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')

/**
 * True if name and type of a column suggest additive amounts: it is numeric and not named like an identifier, a code, a
 * part of a date or a coordinate. The last word of the name decides, as in `order_id`, `birthYear` and `zip5`, but
 * `year_total` is an amount; for coordinates and `id` the first word decides too. A column with an advanced type, such
 * as a port or an address, is not a measure.
 */
export function isMeasure(column: {
  readonly column_name: string
  readonly type_generic: GenericType
  readonly is_dttm?: boolean
  readonly advanced_data_type?: string | null
}): boolean {
  if (column.type_generic !== NUMERIC || column.is_dttm === true || column.advanced_data_type) return false
  const words = wordsOf(column.column_name)
  const [first = '', last = ''] = [words[0], words.at(-1)]
  const isNamed = NAMING_WORDS.has(last) || NAMING_AT_FRONT.has(first) || (words.length === 1 && NAMES_ONLY.has(last))
  return !isNamed
}
