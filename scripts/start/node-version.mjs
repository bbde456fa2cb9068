const MAJOR = 20
const MINOR = 19

/**
 * Returns the message for a Node version that is too old.
 * @param {string} version as in process.version
 * @returns {string | undefined}
 */
export function nodeProblem(version) {
  const parts = version.replace('v', '').split('.').map(Number)
  const major = parts[0] || 0
  const minor = parts[1] || 0
  if (major > MAJOR || (major === MAJOR && minor >= MINOR)) return undefined
  return 'Facet needs Node ' + MAJOR + '.' + MINOR + ' or newer. This is ' + version + ' (' + process.execPath + ').'
}
