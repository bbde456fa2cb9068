import { json } from './field.ts'

/**
 * Returns a field with the unknown keys of a bundle file, as JSON text; exports write them again. Keys of the parts of
 * a dataset are stored by part name, under `columns` and `metrics`.
 */
export function unknownKeys() {
  return json({ body: false, shown: 'never', bundle: false, secret: true })
}
