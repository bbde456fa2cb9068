import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runTool } from '../check/steps.mjs'
import { chart } from './chart.mjs'
import { control } from './control.mjs'
import { engineTemplate } from './engine.mjs'
import { filter } from './filter.mjs'
import { insertAddition } from './insert.mjs'
import { isReserved, namesOf } from './names.mjs'
import { resource } from './resource.mjs'

/** @typedef {import('./names.mjs').Names} Names */

/**
 * How a kind of plug-in begins.
 * @typedef {object} Template
 * @property {string} room the folder its own folder stands in
 * @property {RegExp} form of its names
 * @property {string} formText the same in words
 * @property {(names: Names) => string} constant what the list calls it
 * @property {boolean} [isWordOfItsOwn] nobody else in the product may say its name
 * @property {(names: Names) => Record<string, string>} files of its folder, by name
 * @property {(names: Names, root: string) => Record<string, string>} [externalFiles] files outside, by path
 * @property {(names: Names, root: string) => import('./insert.mjs').Addition[]} additions its lines in lists, its own first
 * @property {(names: Names) => string[]} next what to do
 * @property {string} page that tells more
 */

/** @type {Readonly<Record<string, Template>>} */
const templates = { chart, control, filter, engine: engineTemplate, resource }

export const usage = `npm run new ${Object.keys(templates).join('|')} NAME`

const PRODUCT = ['core', 'ui', 'calls', 'controls', 'filters', 'client', 'server']
const SOURCE = /(?<!\.test)\.tsx?$/

/**
 * @param {string} root
 * @param {string} name
 * @returns {string | undefined} a source file that contains the name as a string
 */
function fileNaming(root, name) {
  const named = new RegExp(`['"\`]${name}['"\`]|\\b${name}:`)
  const files = PRODUCT.filter((room) => existsSync(join(root, room))).flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
  )
  return files.find((file) => SOURCE.test(file) && named.test(readFileSync(join(root, file), 'utf8')))
}

/**
 * @param {string} root
 * @param {string} kind
 * @param {string} name
 * @returns {string | undefined} why the name cannot be used
 */
function problemOf(root, kind, name) {
  const template = Object.hasOwn(templates, kind) ? templates[kind] : undefined
  if (!template) return `There is no kind ${kind}. ${usage}`
  const names = namesOf(name)
  if (!template.form.test(name)) return `${name} is no name of a ${kind}: ${template.formText}.`
  const constant = template.constant(names)
  if (isReserved(constant)) return `${name} is a word of the language: choose another.`
  const folder = `${template.room}/${name}`
  if (existsSync(join(root, folder))) return `There is a ${kind} ${name}: ${folder}.`
  for (const { file } of template.additions(names, root)) {
    const taken = new RegExp(`\\b(const|function|interface) ${constant}\\b|^import [^']*\\b${constant}\\b`, 'm')
    if (taken.test(readFileSync(join(root, file), 'utf8'))) return `${name} is taken in ${file}: choose another.`
  }
  const there = Object.keys(template.externalFiles?.(names, root) ?? {}).find((file) => existsSync(join(root, file)))
  if (there) return `${name} is taken: there is ${there}.`
  const file = template.isWordOfItsOwn ? fileNaming(root, name) : undefined
  return file && `${name} means something else in ${file}: choose a name that nobody says.`
}

/**
 * Creates the folder of a plug-in and its lines in the lists.
 * @param {string} root
 * @param {string} kind
 * @param {string} name
 * @returns {Promise<{ problem?: string, text: string }>} what was created and what to do next, or the problem
 */
export async function makeFiles(root, kind, name) {
  const problem = problemOf(root, kind, name)
  const template = templates[kind]
  if (problem !== undefined || !template) return { problem: problem ?? usage, text: '' }
  const names = namesOf(name)
  const own = Object.entries(template.files(names)).map(([file, text]) => [`${template.room}/${name}/${file}`, text])
  /** @type {Record<string, string>} */
  const made = { ...Object.fromEntries(own), ...template.externalFiles?.(names, root) }
  // Read before anything is written: if a list has an unexpected form, nothing is changed.
  const changed = Object.fromEntries(
    template
      .additions(names, root)
      .map((addition) => [addition.file, insertAddition(readFileSync(join(root, addition.file), 'utf8'), addition)]),
  )
  for (const [file, text] of Object.entries({ ...made, ...changed })) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const all = [...Object.keys(made), ...Object.keys(changed)]
  const { code, output } = await runTool(root, 'biome', ['format', '--write', ...all])
  if (code !== 0) throw new Error(output)
  const lines = [
    'Created:',
    ...Object.keys(made).map((file) => `  ${file}`),
    'Changed:',
    ...Object.keys(changed).map((file) => `  ${file}`),
    'Next:',
    ...template.next(names).map((each) => `  ${each}`),
    `More: ${template.page}`,
  ]
  return { text: lines.join('\n') }
}
