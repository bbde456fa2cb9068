import { fileURLToPath } from 'node:url'

const ENTRY = fileURLToPath(new URL('../main.tsx', import.meta.url))
const DASHBOARD = fileURLToPath(new URL('../pages/DashboardPage.tsx', import.meta.url))

/** Libraries that a page loads when it edits, reads or counts days with them, and those that draw. */
const ON_DEMAND =
  /node_modules[\\/](@?codemirror|@lezer|d3-geo|topojson|world-atlas|us-atlas|marked|dompurify|temporal-polyfill)/
const DRAWING = /node_modules[\\/](echarts|zrender)/

/** A few lines that most dashboards need with their first charts, and no file of their own. */
const SMALL = /[\\/]charts[\\/](shared[\\/](figure[\\/]|ground\.ts|ramp-legend\.)|TextImage\.)/

/** Styles of pictures and texts: a few hundred letters each. */
const STYLES = /[\\/](charts[\\/].*|filters[\\/].*|Markdown)\.module\.css/

/** What runs before the first paint, and what fetches the rest. */
const FIRST =
  /[\\/](client[\\/](boot|ask-first)|calls[\\/](ahead|dashboard-paths)|core[\\/]rest[\\/]bootstrap)\.ts$|vite\/(preload-helper|modulepreload-polyfill)/

/** The list of all that a library has, which says nothing of what is used of it. */
const LISTS = /[\\/]react-aria-components[\\/]dist[\\/]exports[\\/]index\.mjs$/

/** @typedef {{ getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null }} Modules */

/**
 * What a module imports, and what that does, with the module itself.
 * @param {string} id
 * @param {Modules} modules
 */
function importsOf(id, modules) {
  const found = new Set([id])
  for (const each of found)
    if (!LISTS.test(each)) for (const next of modules.getModuleInfo(each)?.importedIds ?? []) found.add(next)
  return found
}

/** @type {ReadonlySet<string> | undefined} */
let always
/** @type {ReadonlySet<string> | undefined} */
let onDashboards

/**
 * The file a module goes to; null for one that stands with what imports it.
 * @param {string} id
 * @param {Modules} modules
 */
function fileOf(id, modules) {
  always ??= importsOf(ENTRY, modules)
  if (always.has(id) || STYLES.test(id)) return 'frame'
  if (SMALL.test(id)) return 'work'
  const imports = [...importsOf(id, modules)]
  if (imports.some((each) => ON_DEMAND.test(each))) return null
  if (imports.some((each) => DRAWING.test(each))) return 'drawing'
  onDashboards ??= importsOf(DASHBOARD, modules)
  return onDashboards.has(id) ? 'work' : 'panel'
}

/** @param {string} file @returns {(id: string, modules: Modules) => string | null} */
const named = (file) => (id, modules) => (fileOf(id, modules) === file ? file : null)

/**
 * Few files instead of a hundred: a page asks once for what it shares with others. What comes with every page is one
 * file after the boot; what dashboards need before a chart is drawn, and one page or view besides, is another; of the rest
 * what at least three need is one; what draws is another. Filters come together.
 * A module goes with the first group that takes it.
 */
export const chunks = [
  { name: 'boot', test: FIRST },
  { name: named('frame') },
  { name: named('work'), minShareCount: 2 },
  { name: named('panel'), minShareCount: 3 },
  { name: named('drawing'), minShareCount: 2 },
  { name: 'filters', test: /[\\/]filters[\\/]/ },
]
