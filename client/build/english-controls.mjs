/** Languages whose messages of the accessible controls are bundled; all other texts come from props. */
const bundledLanguages = ['en-US']

const folder = /\/(react-aria|react-aria-components|react-stately)\/dist\/private\/intl\//
const file = /\/([a-z]{2}-[A-Z]{2})\.m?js$/

/**
 * Leaves the other languages of react-aria's messages out of the build: together they are thirty times the size of
 * English.
 * @returns {import('vite').Plugin}
 */
export function englishControls() {
  return {
    name: 'facet:english-controls',
    enforce: 'pre',
    load(id) {
      const language = folder.test(id) ? file.exec(id)?.[1] : undefined
      return language !== undefined && !bundledLanguages.includes(language) ? 'export default {}' : undefined
    },
  }
}
