/** A part of a country. */
export interface Part {
  /** ISO 3166-2. */
  readonly code: string
  /** What its shape goes by. */
  readonly id: string
  readonly name: string
}

/** A country whose shapes are here. */
export interface CountryShapes {
  /** As forms name it. */
  readonly id: string
  readonly label: string
  readonly parts: readonly Part[]
  /** The object of the file that has the parts. */
  readonly object: string
  /** The degrees that are seen first: those that hold all parts but the ones that lie far off. */
  readonly bounds: { readonly west: number; readonly east: number; readonly south: number; readonly north: number }
  /** Codes of the parts that lie far off, which are found by moving the map. */
  readonly far: readonly string[]
}
