import type { Table, Value } from '#core/table/table.ts'
import type { Bytes, Layout, ResultColumn } from '../engine.ts'
import { resultColumn } from '../result-column.ts'
import { type Cell, cellOf } from './cells.ts'

/** A row as printed by the server. */
export type Row = readonly (string | null)[]

/** Receives a result row by row. */
export interface Taker<T> {
  /** Receives the object ids of the column types, before any row. */
  begin(types: readonly number[]): void
  row(row: Row): void
  done(): T
}

/** Number of rows after which text is converted to bytes, so that the work is spread over the arrival of the rows. */
const SLICE = 500

abstract class Answer<T> implements Taker<T> {
  protected cells: readonly Cell[] = []
  protected rowCount = 0
  readonly #labels: readonly string[]
  readonly #allDigits: boolean

  /** See `Run.allDigits`. */
  constructor(labels: readonly string[], allDigits = false) {
    this.#labels = labels
    this.#allDigits = allDigits
  }

  begin(types: readonly number[]): void {
    this.cells = this.#labels.map((_, index) => cellOf(types[index] ?? 0, this.#allDigits))
  }

  protected get columns(): ResultColumn[] {
    return this.#labels.map((name, index) => resultColumn(name, this.cells[index]))
  }

  abstract row(row: Row): void
  abstract done(): T
}

/** Collects the result as a table. */
export class TableAnswer extends Answer<Table> {
  #values: Value[][] = []

  override begin(types: readonly number[]): void {
    super.begin(types)
    this.#values = this.cells.map(() => [])
  }

  row(row: Row): void {
    this.rowCount++
    const { cells } = this
    for (let index = 0; index < cells.length; index++) {
      const text = row[index]
      this.#values[index]?.push(text === null || text === undefined ? null : (cells[index] as Cell).value(text))
    }
  }

  done(): Table {
    const columns = this.columns.map((column, index) => ({ ...column, values: this.#values[index] ?? [] }))
    return { columns, rowCount: this.rowCount }
  }
}

/** Collects the result as a JSON list of records. */
class RowBytes extends Answer<Bytes> {
  readonly #keys: readonly string[]
  readonly #slices: Buffer[] = []
  #text = '['

  constructor(labels: readonly string[], allDigits: boolean) {
    super(labels, allDigits)
    this.#keys = labels.map((label, index) => `${index === 0 ? '{' : ','}${JSON.stringify(label)}:`)
  }

  row(row: Row): void {
    const { cells } = this
    let line = this.rowCount++ === 0 ? '' : ','
    for (let index = 0; index < cells.length; index++) {
      const text = row[index]
      line += this.#keys[index]
      line += text === null || text === undefined ? 'null' : (cells[index] as Cell).json(text)
    }
    this.#text += cells.length === 0 ? `${line}{}` : `${line}}`
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
class ColumnBytes extends Answer<Bytes> {
  #texts: string[] = []
  #slices: Buffer[][] = []

  override begin(types: readonly number[]): void {
    super.begin(types)
    this.#texts = this.cells.map((_, index) => (index === 0 ? '[' : ',['))
    this.#slices = this.cells.map(() => [])
  }

  row(row: Row): void {
    const { cells } = this
    const comma = this.rowCount++ === 0 ? '' : ','
    for (let index = 0; index < cells.length; index++) {
      const text = row[index]
      this.#texts[index] += comma + (text === null || text === undefined ? 'null' : (cells[index] as Cell).json(text))
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

export function bytesAnswer(layout: Layout, labels: readonly string[], allDigits = false): Taker<Bytes> {
  return layout === 'rows' ? new RowBytes(labels, allDigits) : new ColumnBytes(labels, allDigits)
}
