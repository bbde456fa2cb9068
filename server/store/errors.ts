/** A value the store does not take, or one it cannot give back exactly. */
export class RefusedValue extends Error {
  override readonly name = 'RefusedValue'
}

/** A column, relation or operator that the table does not have. */
export class UnknownColumn extends Error {
  override readonly name = 'UnknownColumn'
}

/** No living row has this id. */
export class RowMissing extends Error {
  override readonly name = 'RowMissing'
  readonly table: string
  readonly id: number

  constructor(table: string, id: number) {
    super(`No row ${id} in ${table}`)
    this.table = table
    this.id = id
  }
}

/** The row changed since the version the writer had seen. */
export class VersionConflict extends Error {
  override readonly name = 'VersionConflict'
  readonly table: string
  readonly id: number
  readonly expected: number
  readonly actual: number

  constructor(table: string, id: number, expected: number, actual: number) {
    super(`Row ${id} of ${table} has version ${actual}, not ${expected}`)
    this.table = table
    this.id = id
    this.expected = expected
    this.actual = actual
  }
}

/** Another row has the same value in columns that must differ. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
  readonly table: string
  readonly columns: readonly string[]

  constructor(table: string, columns: readonly string[], cause: unknown) {
    super(`Another row of ${table} has the same ${columns.join(', ')}`, { cause })
    this.table = table
    this.columns = columns
  }
}

/** A row was to point at one that does not exist, or is still pointed at. */
export class ReferenceMissing extends Error {
  override readonly name = 'ReferenceMissing'
}

/** Inside a transaction, a store other than the transaction's own was used, or that one after its end. */
export class OuterStore extends Error {
  override readonly name = 'OuterStore'
}
