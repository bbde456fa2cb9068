import type { StoredChart } from './example-charts.ts'

/** A table with the columns of some example charts. */
export interface ExampleRows {
  readonly name: string
  /** Returns the same rows each time; at most 240. */
  readonly sql: string
  readonly columns: readonly string[]
  readonly timeColumn: string | null
}

/** Returns SQL for one of these texts, which changes every `turn` rows. */
const oneOf = (texts: readonly string[], turn: number, name: string) =>
  `[${texts.map((text) => `'${text}'`).join(', ')}][1 + (i // ${turn}) % ${texts.length}] AS ${name}`

const numberedText = (text: string, count: number, turn: number, name: string) =>
  `'${text} ' || (1 + (i // ${turn}) % ${count}) AS ${name}`

const day = (begin: string, step: string, name: string) => `TIMESTAMP '${begin}' + INTERVAL '${step}' * i AS ${name}`

const yesNo = (turn: number, name: string) => oneOf(['Yes', 'No'], turn, name)
const COUNTRIES = ['France', 'Brazil', 'India', 'Japan', 'Kenya']
const DEGREES = ['Bachelor', 'Master', 'High school', 'Doctorate']
const LINES = ['Classic Cars', 'Motorcycles', 'Planes', 'Ships', 'Trains']

const table = (name: string, timeColumn: string | null, cells: readonly string[], rows = 240): ExampleRows => ({
  name: `example rows: ${name}`,
  sql: `SELECT ${cells.join(', ')} FROM range(${rows}) AS numbers(i)`,
  columns: cells.map((cell) => cell.slice(cell.lastIndexOf(' AS ') + 4)),
  timeColumn,
})

const tables: readonly ExampleRows[] = [
  table('games', 'year', [
    'i + 1 AS rank',
    numberedText('Game', 60, 1, 'name'),
    oneOf(['Wii', 'PS2', 'X360', 'DS', 'GBA'], 1, 'platform'),
    'make_timestamp(1995 + i % 20, 1, 1, 0, 0, 0) AS year',
    oneOf(['Action', 'Sports', 'Puzzle', 'Racing'], 3, 'genre'),
    oneOf(['Nintendo', 'Sega', 'Atari'], 2, 'publisher'),
    '(i % 7) / 2 AS na_sales',
    '(i % 5) / 2 AS eu_sales',
    '(i % 3) / 2 AS jp_sales',
    '(i % 2) / 2 AS other_sales',
    '(i % 7 + i % 5 + i % 3 + i % 2) / 2 AS global_sales',
  ]),
  table('developers', 'time_start', [
    day('2018-01-01', '1 day', 'time_start'),
    '18 + i % 40 AS age',
    yesNo(1, 'ethnic_minority'),
    oneOf(['Currently A Developer', 'Aspiring Developer'], 1, 'developer_type'),
    oneOf(['Less than 15 minutes', '15-29 minutes', 'More than an hour'], 2, 'communite_time'),
    oneOf(COUNTRIES, 1, 'country_citizen'),
    oneOf(COUNTRIES, 2, 'country_live'),
    '1 - i % 2 AS is_software_dev',
    '1000 * (20 + i % 90) AS last_yr_income',
    '1000 * (15 + i % 80) AS expected_earn',
    oneOf(DEGREES, 2, 'school_degree'),
    oneOf(['Female', 'Male', 'Other'], 3, 'gender'),
    yesNo(4, 'first_time_developer'),
    oneOf(['Freelance', 'Startup', 'Agency'], 5, 'job_pref'),
    oneOf(['English', 'Portuguese', 'Hindi'], 3, 'lang_at_home'),
    oneOf(['Office', 'Home'], 3, 'job_location_preference'),
    yesNo(6, 'willing_to_relocate'),
  ]),
  table('messages', 'ts', [
    day('2020-08-01', '6 hours', 'ts'),
    day('2020-01-01', '2 days', 'date'),
    day('2020-07-01', '1 day', 'updated'),
    oneOf(['general', 'random', 'github-notifications'], 1, 'name'),
    oneOf(['general', 'random', 'help'], 2, 'channel_name'),
    numberedText('channel', 4, 1, 'channel_1'),
    numberedText('channel', 5, 4, 'channel_2'),
    '1 + i % 6 AS cnt',
    '1 + i % 9 AS new_members',
    oneOf(['Europe/Paris', 'Asia/Tokyo'], 5, 'tz'),
  ]),
  table('vaccines', null, [
    oneOf(COUNTRIES, 1, 'country_name'),
    oneOf(['Protein subunit', 'Live attenuated virus'], 3, 'product_category'),
    oneOf(['0. Pre-clinical', '1. Phase I', '3. Phase III'], 2, 'clinical_stage'),
  ]),
  table('sales of vehicles', 'order_date', [
    day('2003-01-06', '3 days', 'order_date'),
    'year(order_date) AS year',
    '100 * (1 + i % 30) AS sales',
    '1 + i % 50 AS quantity_ordered',
    '20 + i % 70 AS price_each',
    oneOf(LINES, 1, 'product_line'),
    oneOf(['Small', 'Medium', 'Large'], 2, 'deal_size'),
    oneOf(COUNTRIES, 1, 'country'),
    numberedText('City', 10, 1, 'city'),
    oneOf(['Shipped', 'Resolved', 'Cancelled'], 4, 'status'),
    numberedText('Customer', 12, 1, 'customer_name'),
  ]),
  table('phrases', 'dttm', [
    day('2021-01-01', '1 day', 'dttm'),
    oneOf(['Привет', 'こんにちは', 'مرحبا', 'Hello'], 1, 'short_phrase'),
    '1 + i % 4 AS value',
  ]),
  table(
    'a tree',
    null,
    ['i + 1 AS id', 'CASE WHEN i = 0 THEN NULL ELSE (i + 1) // 2 END AS parent', numberedText('Node', 15, 1, 'name')],
    15,
  ),
]

/** Keys of form data that name columns. */
const KEYS =
  'granularity_sqla groupby columns all_columns all_columns_x all_columns_y x_axis entity series source target id parent name column groupbyRows groupbyColumns metric metrics metrics_b secondary_metric size x y percent_metrics adhoc_filters'.split(
    ' ',
  )

function nameList(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(nameList)
  if (typeof value !== 'object' || value === null) return []
  const { column, subject } = value as {
    readonly column?: { readonly column_name?: unknown }
    readonly subject?: unknown
  }
  return [column?.column_name, subject].filter((each) => typeof each === 'string')
}

/** Returns the rows of a chart: those with all columns it names. Throws if there are none. */
export function rowsFor({ slice_name, params }: StoredChart): ExampleRows {
  const names = KEYS.flatMap((key) => nameList(params[key])).filter((name) => name !== 'count')
  const found = tables.find(({ columns }) => names.every((name) => columns.includes(name)))
  if (!found) throw new Error(`No rows have all columns of ${slice_name}: ${names.join(', ')}`)
  return found
}

export const exampleRows = tables
