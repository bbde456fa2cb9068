import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const POSTGRES_ROOT = '/usr/lib/postgresql'

/**
 * @param {string} file
 * @returns {boolean}
 */
function runs(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the first of the names found in the folders of PATH, then in the further folders.
 * @param {readonly string[]} names
 * @param {readonly string[]} [further]
 * @param {string} [path]
 * @returns {string | undefined}
 */
export function findProgram(names, further = [], path = process.env['PATH']) {
  const folders = [...(path ?? '').split(delimiter), ...further].filter((folder) => folder !== '')
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(runs)
}

/**
 * Returns the folders of PostgreSQL's programs on Debian, newest version first.
 * @returns {string[]}
 */
function debianPostgres() {
  try {
    return readdirSync(POSTGRES_ROOT)
      .toSorted((a, b) => Number(b) - Number(a))
      .map((version) => join(POSTGRES_ROOT, version, 'bin'))
  } catch {
    return []
  }
}

/** @returns {string | undefined} the Chromium or Chrome of this machine */
export function findChromium() {
  return findProgram(['chromium', 'google-chrome', 'chromium-browser', 'google-chrome-stable'])
}

/** @returns {string | undefined} the Chromium for tests without a window: the smaller program, if it is installed */
export function findHeadlessChromium() {
  return findProgram(['chromium-headless-shell']) ?? findChromium()
}

/** @returns {string | undefined} the Firefox of this machine */
export function findFirefox() {
  return findProgram(['firefox-esr', 'firefox'])
}

/** @returns {string | undefined} the PostgreSQL server of this machine */
export function findPostgres() {
  return findProgram(['postgres'], debianPostgres())
}

/** @returns {string | undefined} the LDAP server of this machine */
export function findSlapd() {
  return findProgram(['slapd'], ['/usr/sbin'])
}

/** @returns {string | undefined} the MariaDB server of this machine */
export function findMariaDB() {
  return findProgram(['mariadbd'], ['/usr/sbin'])
}
