import { json } from './field.ts'

/**
 * What the file of a bundle said that nobody here knows, as JSON text: exports say it again. Of the parts of a dataset
 * by their names, under `columns` and `metrics`.
 */
export function unknownKeys() {
  return json({ body: false, shown: 'never', bundle: false, secret: true })
}
