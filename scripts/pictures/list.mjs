import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A picture of a kind of chart in the gallery, as `charts/<viz_type>/pictures.json` lists them: `thumbnail` first, then
 * `example`, `example-2` ...
 * @typedef {object} ListedPicture
 * @property {string} file its name without an ending: `.webp` on a light ground, `-dark.webp` on a dark one
 * @property {string} dataset the table or dataset of the demo data it is drawn from
 * @property {string} [sql] where no dataset of the demo data has such rows: the question that has them
 * @property {Record<string, unknown>} form form data without `viz_type` and `datasource`
 * @property {Record<string, string[]>} [charts] controls that name saved charts: the names of charts of the demo data
 */

/** @typedef {ListedPicture & { kind: string }} Picture */

/**
 * Returns the images of all chart types, or of the given ones.
 * @param {string} root
 * @param {readonly string[]} [kinds]
 * @returns {Picture[]}
 */
export function listPictures(root, kinds = []) {
  const folder = join(root, 'charts')
  return readdirSync(folder)
    .filter((kind) => kinds.length === 0 || kinds.includes(kind))
    .flatMap((kind) => {
      const list = join(folder, kind, 'pictures.json')
      if (!existsSync(list)) return []
      const pictures = /** @type {ListedPicture[]} */ (JSON.parse(readFileSync(list, 'utf8')))
      return pictures.map((picture) => ({ ...picture, kind }))
    })
}
