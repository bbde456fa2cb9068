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
  /** The object of the file that has the parts, and the degrees that hold them. */
  readonly object: string
  readonly bounds: { readonly west: number; readonly east: number; readonly south: number; readonly north: number }
}
