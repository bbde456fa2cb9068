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
 * The template of a new part.
 * @typedef {object} Template
 * @property {string} parentFolder the folder in which its folder is created
 * @property {RegExp} namePattern the pattern of valid names
 * @property {string} namePatternText the description of the pattern
 * @property {(names: Names) => string} constant the exported constant
 * @property {boolean} [mustBeUnique] whether no other source file may contain the name
 * @property {(names: Names) => Record<string, string>} files the files of its folder, by name
 * @property {(names: Names, root: string) => Record<string, string>} [externalFiles] the files outside its folder, by path
 * @property {(names: Names, root: string) => import('./insert.mjs').Addition[]} additions the lines added to lists, its own list first
 * @property {(names: Names) => string[]} next the next steps
 * @property {string} page the documentation
 */

/** @type {Readonly<Record<string, Template>>} */
const templates = { chart, control, filter, engine: engineTemplate, resource }

export const usage = `npm run new ${Object.keys(templates).join('|')} NAME`

const MODULES = ['core', 'ui', 'calls', 'controls', 'filters', 'client', 'server']
const SOURCE = /(?<!\.test)\.tsx?$/

/**
 * @param {string} root
 * @param {string} name
 * @returns {string | undefined} a source file that contains the name as a string
 */
function fileNaming(root, name) {
  const named = new RegExp(`['"\`]${name}['"\`]|\\b${name}:`)
  const files = MODULES.filter((module) => existsSync(join(root, module))).flatMap((module) =>
    readdirSync(join(root, module), { recursive: true, encoding: 'utf8' }).map((file) => `${module}/${file}`),
  )
  return files.find((file) => SOURCE.test(file) && named.test(readFileSync(join(root, file), 'utf8')))
}

/**
 * @param {string} root
 * @param {string} kind
 * @param {string} name
 * @returns {string | undefined} the reason why the name cannot be used
 */
function problemOf(root, kind, name) {
  const template = Object.hasOwn(templates, kind) ? templates[kind] : undefined
  if (!template) return `The type ${kind} does not exist. ${usage}`
  const names = namesOf(name)
  if (!template.namePattern.test(name)) return `${name} is not a valid name of a ${kind}: ${template.namePatternText}.`
  const constant = template.constant(names)
  if (isReserved(constant)) return `${name} is a reserved word: choose another name.`
  const folder = `${template.parentFolder}/${name}`
  if (existsSync(join(root, folder))) return `The ${kind} ${name} exists: ${folder}.`
  for (const { file } of template.additions(names, root)) {
    const taken = new RegExp(`\\b(const|function|interface) ${constant}\\b|^import [^']*\\b${constant}\\b`, 'm')
    if (taken.test(readFileSync(join(root, file), 'utf8'))) return `${name} is used in ${file}: choose another name.`
  }
  const there = Object.keys(template.externalFiles?.(names, root) ?? {}).find((file) => existsSync(join(root, file)))
  if (there) return `${name} is used: ${there} exists.`
  const file = template.mustBeUnique ? fileNaming(root, name) : undefined
  return file && `${name} is used in ${file}: choose a unique name.`
}

/**
 * Creates the folder of a part and adds its lines to the lists.
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
  const own = Object.entries(template.files(names)).map(([file, text]) => [
    `${template.parentFolder}/${name}/${file}`,
    text,
  ])
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
