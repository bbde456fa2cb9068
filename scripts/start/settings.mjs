import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * One setting that the environment gives to the server.
 * @typedef {{ name: string, default: string | null, meaning: string, example: string }} Setting
 */

/**
 * @param {string} root
 * @returns {Setting[]} the table of settings, shared with the server
 */
export function readSettings(root) {
  return JSON.parse(readFileSync(join(root, 'server/base/settings.json'), 'utf8'))
}

/**
 * @param {readonly Setting[]} settings
 * @returns {string} the text of --help
 */
export function printHelp(settings) {
  const entries = settings.map(({ name, default: value, meaning, example }) => {
    const head = value === null ? name : `${name} (${value})`
    return `  ${head}\n      ${meaning}.\n      ${example}`
  })
  return [
    'npm start                 start Facet',
    'npm start -- --link       print a new link that signs in the first user',
    'npm start -- --version    print the version',
    'npm start -- --help       print this',
    'npm run facet -- --help   list the commands of the command line',
    '',
    'Settings are environment variables (default in brackets):',
    '',
    ...entries,
    '',
  ].join('\n')
}
