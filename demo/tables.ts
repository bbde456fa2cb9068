/** One table of the demo data: its source file and the query that reads it. */
export interface DemoTable {
  readonly name: string
  /** The folder in `demo/data`, one per source. */
  readonly folder: string
  readonly file: string
  /** The statement that reads the file; `{file}` stands for its path as a string literal. */
  readonly select: string
}

/** The demo tables with the column names of their sources. The rows of `flights` are sorted by time. */
export const demoTables: readonly DemoTable[] = [
  {
    name: 'flights',
    folder: 'vega',
    file: 'flights-3m.parquet',
    select: 'SELECT date, delay, distance, origin, destination FROM read_parquet({file}) ORDER BY date',
  },
  { name: 'airports', folder: 'vega', file: 'airports.csv', select: 'SELECT * FROM read_csv({file})' },
  { name: 'birdstrikes', folder: 'vega', file: 'birdstrikes.csv', select: 'SELECT * FROM read_csv({file})' },
  { name: 'weather', folder: 'vega', file: 'weather.csv', select: 'SELECT * FROM read_csv({file})' },
  { name: 'co2', folder: 'vega', file: 'co2-concentration.csv', select: 'SELECT * FROM read_csv({file})' },
  {
    name: 'gapminder',
    folder: 'vega',
    file: 'gapminder.json',
    select: 'SELECT make_date(year::INTEGER, 1, 1) AS date, * FROM read_json({file})',
  },
  {
    name: 'earthquakes',
    folder: 'vega',
    file: 'earthquakes.json',
    select: `SELECT epoch_ms(f.properties.time) AS time, f.properties.mag AS mag, f.properties.place AS place,
      f.geometry.coordinates[1] AS longitude, f.geometry.coordinates[2] AS latitude, f.geometry.coordinates[3] AS depth,
      f.properties.magType AS "magType", f.properties.type AS type, f.properties.tsunami AS tsunami, f.id AS id
      FROM (SELECT unnest(features) AS f FROM read_json({file}, maximum_object_size = 67108864))`,
  },
  {
    name: 'pizza',
    folder: 'observable',
    file: 'pizza.csv',
    select: `SELECT order_date AT TIME ZONE 'UTC' AS order_date, * EXCLUDE (order_date) FROM read_csv({file})`,
  },
]
