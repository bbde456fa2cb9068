import type { GenericType, Table, Value } from '#core/table/table.ts'
import type { Bytes, ResultLayout, ResultColumn } from '../engine.ts'
import { resultColumn } from '../result-column.ts'

/** How a value of a database type, as given by the driver, is converted to a cell. `json` is `value` as JSON. */
export interface CellFormat<Raw> {
  readonly type: GenericType
  /** Its timestamps are dates without a time. */
  readonly isDays?: true
  value(raw: Raw): Value
  json(raw: Raw): string
}

/** A row as given by the driver. */
export type RawRow<Raw> = readonly (Raw | null | undefined)[]

/** Collects a result row by row. `begin` comes before all rows, with the formats of the columns by position. */
export interface ResultCollector<Raw, Result> {
  begin(formats: readonly CellFormat<Raw>[]): void
  row(row: RawRow<Raw>): void
  done(): Result
}

/** Number of rows after which text is converted to bytes, so that the work is spread over the arrival of the rows. */
const SLICE = 500

abstract class Collector<Raw, Result> implements ResultCollector<Raw, Result> {
  protected formats: readonly CellFormat<Raw>[] = []
  protected rowCount = 0
  readonly #labels: readonly string[]

  constructor(labels: readonly string[]) {
    this.#labels = labels
  }

  /** Columns without a label are omitted. */
  begin(formats: readonly CellFormat<Raw>[]): void {
    this.formats = formats.slice(0, this.#labels.length)
  }

  protected get columns(): ResultColumn[] {
    return this.#labels.map((name, index) => resultColumn(name, this.formats[index]))
  }

  abstract row(row: RawRow<Raw>): void
  abstract done(): Result
}

/** Collects the result as a table. */
export class TableCollector<Raw> extends Collector<Raw, Table> {
  #values: Value[][] = []

  override begin(formats: readonly CellFormat<Raw>[]): void {
    super.begin(formats)
    this.#values = this.formats.map(() => [])
  }

  row(row: RawRow<Raw>): void {
    this.rowCount++
    const { formats } = this
    for (let index = 0; index < formats.length; index++) {
      const raw = row[index]
      const isNull = raw === null || raw === undefined
      this.#values[index]?.push(isNull ? null : (formats[index] as CellFormat<Raw>).value(raw))
    }
  }

  done(): Table {
    const columns = this.columns.map((column, index) => ({ ...column, values: this.#values[index] ?? [] }))
    return { columns, rowCount: this.rowCount }
  }
}

/** Collects the result as a JSON list of records. */
class RowBytes<Raw> extends Collector<Raw, Bytes> {
  readonly #keys: readonly string[]
  readonly #slices: Buffer[] = []
  #text = '['

  constructor(labels: readonly string[]) {
    super(labels)
    this.#keys = labels.map((label, index) => `${index === 0 ? '{' : ','}${JSON.stringify(label)}:`)
  }

  row(row: RawRow<Raw>): void {
    const { formats } = this
    let line = this.rowCount++ === 0 ? '' : ','
    for (let index = 0; index < formats.length; index++) {
      const raw = row[index]
      line += this.#keys[index]
      line += raw === null || raw === undefined ? 'null' : (formats[index] as CellFormat<Raw>).json(raw)
    }
    this.#text += formats.length === 0 ? `${line}{}` : `${line}}`
    if (this.rowCount % SLICE === 0) this.#cut()
  }

  done(): Bytes {
    this.#text += ']'
    this.#cut()
    return { data: Buffer.concat(this.#slices), columns: this.columns, rowCount: this.rowCount }
  }

  #cut(): void {
    this.#slices.push(Buffer.from(this.#text))
    this.#text = ''
  }
}

/** Collects the result as a JSON list with one list of cells per column. */
class ColumnBytes<Raw> extends Collector<Raw, Bytes> {
  #texts: string[] = []
  #slices: Buffer[][] = []

  override begin(formats: readonly CellFormat<Raw>[]): void {
    super.begin(formats)
    this.#texts = this.formats.map((_, index) => (index === 0 ? '[' : ',['))
    this.#slices = this.formats.map(() => [])
  }

  row(row: RawRow<Raw>): void {
    const { formats } = this
    const comma = this.rowCount++ === 0 ? '' : ','
    for (let index = 0; index < formats.length; index++) {
      const raw = row[index]
      const isNull = raw === null || raw === undefined
      this.#texts[index] += comma + (isNull ? 'null' : (formats[index] as CellFormat<Raw>).json(raw))
    }
    if (this.rowCount % SLICE === 0) this.#cut()
  }

  done(): Bytes {
    this.#texts = this.#texts.map((text) => `${text}]`)
    this.#cut()
    const data = Buffer.concat([Buffer.from('['), ...this.#slices.flat(), Buffer.from(']')])
    return { data, columns: this.columns, rowCount: this.rowCount }
  }

  #cut(): void {
    this.#texts.forEach((text, index) => this.#slices[index]?.push(Buffer.from(text)))
    this.#texts = this.#texts.map(() => '')
  }
}

/** Returns the collector of a result as JSON bytes. */
export function bytesCollector<Raw>(layout: ResultLayout, labels: readonly string[]): ResultCollector<Raw, Bytes> {
  return layout === 'rows' ? new RowBytes(labels) : new ColumnBytes(labels)
}
