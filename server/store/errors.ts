/** A value the store does not accept; the message says why. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue'
}

/** A stored value cannot be returned exactly. */
export class UnreadableValue extends Error {
  override readonly name = 'UnreadableValue'
}

/** The disk of the store is full; the write was rolled back. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull'
}

/** The database of the store cannot be reached, or the connection was lost before it responded. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** A column, relation or operator that the table does not have. */
export class UnknownColumn extends Error {
  override readonly name = 'UnknownColumn'
}

/** No live row has this id. */
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

/** The row changed since the version the writer has seen. */
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

/** Another row has the same value in unique columns. */
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

/** A reference to a row that does not exist, or the deletion of a referenced row. */
export class ReferenceMissing extends Error {
  override readonly name = 'ReferenceMissing'
}

/** Inside a transaction, a store other than the transaction's was used, or the transaction's store after its end. */
export class WrongTransactionStore extends Error {
  override readonly name = 'WrongTransactionStore'
}

/** The store was migrated by a later version of the product. */
export class NewerStore extends Error {
  override readonly name = 'NewerStore'

  constructor(migration: string, options?: ErrorOptions) {
    super(`The metadata store was made by a newer Facet: it has the migration ${migration}`, options)
  }
}

/** The disk has no room for the copy that is made before a store is migrated. */
export class NoRoomForCopy extends Error {
  override readonly name = 'NoRoomForCopy'

  /** Sizes in bytes. */
  constructor(file: string, needed: number, free: number) {
    const mb = (bytes: number) => Math.ceil(bytes / 1e6)
    super(
      `${file} is copied before it is brought up to date, and needs ${mb(needed)} MB of room; ${mb(free)} MB are free`,
    )
  }
}
