import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ENTRY = fileURLToPath(new URL('../main.tsx', import.meta.url))
const DASHBOARD = fileURLToPath(new URL('../pages/DashboardPage.tsx', import.meta.url))
const CHARTS = fileURLToPath(new URL('../../charts', import.meta.url))
/** Views of charts, which pages load with the results of a query. */
const CHART_VIEWS = readdirSync(CHARTS, { recursive: true, encoding: 'utf8' })
  .filter((file) => /[\\/]View\.tsx$/.test(file))
  .map((file) => join(CHARTS, file))
const FILTERS = fileURLToPath(new URL('../../filters', import.meta.url))
/** Views of native filters, which a dashboard loads with its first charts. */
const FILTER_VIEWS = readdirSync(FILTERS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('View.tsx'))
  .map((file) => join(FILTERS, file))

/**
 * Libraries for editing code, maps, Markdown and date arithmetic, which pages load on demand; and drawing libraries.
 */
const ON_DEMAND =
  /node_modules[\\/](@?codemirror|@lezer|d3-geo|topojson|world-atlas|us-atlas|marked|dompurify|temporal-polyfill)/
const DRAWING = /node_modules[\\/](echarts|zrender)/

/** Small modules that most dashboards need with their first charts; too small for separate files. */
const SMALL =
  /[\\/]charts[\\/](shared[\\/](figure[\\/]|echarts[\\/]background-text\.ts|legend[\\/]ramp-legend\.)|TextImage\.)/

/** Style sheets of charts and texts: a few hundred characters each. */
const STYLES = /[\\/](charts[\\/].*|filters[\\/].*|Markdown)\.module\.css/

/** The whole error catalogue, which shared modules import and pages of the browser hardly need. */
const CATALOGUE = /[\\/]core[\\/]rest[\\/](api-error|errors)\.ts$/

/** Modules that run before the first paint, and those that load the rest. */
const FIRST =
  /[\\/](client[\\/](boot|prefetch-page-calls)|calls[\\/](prefetched-call|dashboard-paths)|core[\\/]session[\\/]bootstrap)\.ts$|vite\/(preload-helper|modulepreload-polyfill)/

/** Barrel files: importing one does not mean that everything it exports is used. */
const LISTS = /[\\/]react-aria-components[\\/]dist[\\/]exports[\\/]index\.mjs$/

/** @typedef {{ getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null }} Modules */

/**
 * Returns the module with all its direct and indirect imports.
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
/** @type {ReadonlySet<string> | undefined} */
let inFilters
/** @type {ReadonlySet<string> | undefined} */
let inCharts

/**
 * Returns the chunk of a module; null for a module that stays with its importer.
 * @param {string} id
 * @param {Modules} modules
 */
function fileOf(id, modules) {
  always ??= importsOf(ENTRY, modules)
  if (always.has(id) || STYLES.test(id)) return 'frame'
  if (CATALOGUE.test(id)) return null
  if (SMALL.test(id)) return 'work'
  const imports = [...importsOf(id, modules)]
  if (imports.some((each) => ON_DEMAND.test(each))) return null
  if (imports.some((each) => DRAWING.test(each))) return 'drawing'
  onDashboards ??= importsOf(DASHBOARD, modules)
  if (onDashboards.has(id)) return 'work'
  inFilters ??= new Set(FILTER_VIEWS.flatMap((each) => [...importsOf(each, modules)]))
  if (inFilters.has(id)) return 'fields'
  inCharts ??= new Set(CHART_VIEWS.flatMap((each) => [...importsOf(each, modules)]))
  return inCharts.has(id) ? 'figures' : 'panel'
}

/** @param {string} file @returns {(id: string, modules: Modules) => string | null} */
const chunkForFile = (file) => (id, modules) => (fileOf(id, modules) === file ? file : null)

/**
 * Bundles modules into few chunks instead of a hundred, so that a page loads shared code with one request. `frame`
 * holds what every page needs after boot. `work` holds what dashboards need before a chart is drawn, if another page or
 * view needs it as well. `fields` holds the fields of native filters, which explore shares. `panel` holds the remaining
 * modules with at least three importers, `drawing` the drawing code, and `filters` the native filters. A module goes to
 * the first matching group.
 */
export const chunks = [
  { name: 'boot', test: FIRST },
  { name: chunkForFile('frame') },
  { name: chunkForFile('work'), minShareCount: 2 },
  { name: chunkForFile('fields'), minShareCount: 2 },
  { name: chunkForFile('figures'), minShareCount: 4 },
  { name: chunkForFile('panel'), minShareCount: 3 },
  { name: chunkForFile('drawing'), minShareCount: 2 },
  { name: (/** @type {string} */ id) => (id.startsWith(FILTERS) ? 'filters' : null) },
]
