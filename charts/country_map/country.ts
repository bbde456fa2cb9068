/** A part of a country. */
export interface CountryPart {
  /** The ISO 3166-2 code. */
  readonly code: string
  /** The id of its shape. */
  readonly id: string
  readonly name: string
}

/** A country with available shapes. */
export interface CountryShapes {
  /** The name in form data. */
  readonly id: string
  readonly label: string
  readonly parts: readonly CountryPart[]
  /** The object of the TopoJSON file that holds the parts. */
  readonly object: string
  /** The initial viewport in degrees: all parts except the remote ones. */
  readonly bounds: { readonly west: number; readonly east: number; readonly south: number; readonly north: number }
  /** Codes of remote parts, which the user finds by moving the map. */
  readonly far: readonly string[]
}
