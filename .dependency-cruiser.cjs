const modules = '^(core|ui|calls|controls|filters|charts|client|server|demo|testing)/'
const test = '\\.test\\.tsx?$'
const error = (name, from, to) => ({ name, severity: 'error', from, to })
/** Among our modules, `from` may import only `allowed`; imports of types count. */
const only = (from, allowed) =>
  error(`${from} only ${allowed}`, { path: from, pathNot: test }, { path: modules, pathNot: allowed })
/** A plug-in is reached through the list of its module, never by its folder. */
const listed = (module) =>
  error(`${module} by its list`, { pathNot: [`^${module}/`, test] }, { path: `^${module}/[^/]+/` })
/** A package lives in one place. */
const fence = (name, home) =>
  error(
    `${name} at home`,
    { path: modules, pathNot: [test, '^testing/', home] },
    { path: `node_modules/(${name})(/|$)` },
  )

/**
 * The folders of each module in order: a folder imports only folders that stand before it, so no two folders import each
 * other. Files at the root of a module stand above its folders; those of `charts/shared` stand below.
 */
const layers = {
  core:
    'color css layout scope sql table text annotation rest entity access session time format query ' +
    'filter mask metric form filter-box legacy post pivot',
  ui: 'drag tokens base layout overlay input display',
  'charts/shared':
    'selection echarts tooltip legend axes controls series annotations timeseries figure links map nested rows',
  client:
    'api session account chart history properties annotations access databases plugins shell palette ' +
    'app-shell sqllab upload dashboard dataset explore lists pages',
  'client/dashboard':
    'markdown state css drilling filters filter-box filter-config chart filter-bar grid opening ' +
    'properties edit header export presentation',
  'client/explore': 'state new-chart gallery panel quick-fixes results save source',
  'client/lists': 'bin cards home import join',
  server:
    'base cache holidays processes programs workers engines files shared sql store security identity dataset ' +
    'templates data jobs sqllab route http transfer commands upload resources',
}
const layered = Object.entries(layers).flatMap(([parent, names]) => {
  const all = names.split(' ')
  return all
    .slice(0, -1)
    .map((name, index) =>
      error(
        `${parent}/${name} is below what it imports`,
        { path: `^${parent}/${name}/`, pathNot: test },
        { path: `^${parent}/(${all.slice(index + 1).join('|')})/` },
      ),
    )
})

module.exports = {
  forbidden: [
    ...layered,
    error(
      'charts/shared: root files are below its folders',
      { path: '^charts/shared/[^/]+$', pathNot: test },
      { path: '^charts/shared/[^/]+/' },
    ),
    error('no cycles', {}, { circular: true }),
    // The build's own packages have exports that the resolver cannot read; Vite itself proves that they are there.
    error('everything resolves', { path: modules, pathNot: '^client/vite\\.config\\.ts$' }, { couldNotResolve: true }),
    error('tests use testing', { path: modules, pathNot: [test, '^testing/'] }, { path: '^testing/' }),
    error('tests are not imported', {}, { path: test }),
    error(
      'product needs no test packages',
      { path: modules, pathNot: [test, '^testing/'] },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    error('only declared packages', { path: modules }, { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] }),

    only('^core/', '^core/'),
    only('^ui/', '^ui/'),
    only('^calls/', '^(core|calls)/'),
    only('^controls/.*\\.ts$', '^(core|controls)/.*\\.ts$'),
    only('^filters/.*\\.ts$', '^(core|controls|filters)/.*\\.ts$'),
    only('^charts/.*\\.ts$', '^(core|controls|charts)/.*\\.ts$'),
    only('^controls/.*\\.tsx$', '^(core|ui|calls|controls)/'),
    only('^filters/.*\\.tsx$', '^(core|ui|calls|controls|filters)/'),
    only('^charts/.*\\.tsx$', '^(core|ui|charts)/'),
    only('^client/', '^(core|ui|calls|controls|filters|charts|client)/'),
    only('^client/(chart|store|session)/', '^(core|ui|calls|charts)/|^client/(chart|store|session|views)'),
    only('^server/', '^(core|server)/|^(charts|filters)/index\\.ts$|^charts/legacy\\.ts$'),
    only('^server/base/', '^(charts|filters)/index\\.ts$|^core/|^server/base/'),
    only('^server/store/', '^core/|^server/store/'),
    only('^server/sql/', '^core/|^server/(sql/|workers/|engines/(engine|sql)\\.ts)'),
    only('^server/workers/', '^core/|^server/(workers|programs)/'),
    only('^server/engines/', '^core/|^server/(engines|processes|programs|workers)/'),
    only('^server/processes/', '^core/|^server/processes/'),
    only('^server/programs/', '^server/programs/'),
    only('^server/holidays/', '^core/|^server/holidays/'),
    only('^server/shared/', '^core/|^server/(shared|cache)/|^server/(dataset|engines|sql)/'),
    only('^server/files/', '^core/|^server/(files/|engines/engine\\.ts)'),
    only(
      '^server/dataset/',
      '^core/|^server/(base|cache|dataset|holidays|engines|processes|security|sql|store|templates/macros)',
    ),
    only('^server/identity/', '^core/|^server/(base|shared|store|security|identity)/'),
    only('^server/templates/', '^core/|^server/(templates|dataset|holidays|engines|sql|store|workers)/'),
    only(
      '^server/(data|cache|jobs|security|transfer|upload)/',
      '^core/|^(charts|filters)/index|^server/(?!http/|resources/|route/)',
    ),
    only('^server/route/', '^core/|^server/(?!http/|resources/)'),
    only('^server/http/', '^core/|^server/(?!resources/)'),
    only('^server/resources/', '^core/|^(charts|filters)/index|^charts/legacy|^server/(?!http/)'),
    only('^demo/', '^(core|server|demo)/'),
    error(
      'main puts together',
      { path: modules, pathNot: [test, '^testing/', '^client/boot\\.ts$'] },
      { path: '^(server|client)/main\\.tsx?$' },
    ),

    error(
      'plug-ins are strangers',
      { path: '^(controls|filters|charts|server/engines|server/resources)/([^/]+)/' },
      // A database that is another's with a difference stands on that engine, as the list has it.
      { path: '^$1/([^/]+)/', pathNot: '^$1/($2|shared)/|^server/engines/[^/]+/index\\.ts$' },
    ),
    error(
      'screens are strangers',
      { path: '^client/(dashboard|explore|sqllab|lists)/' },
      { path: '^client/(dashboard|explore|sqllab|lists|pages)/', pathNot: '^client/$1/' },
    ),
    // A page that knows charts loads the definitions of all, and what makes props of answers only with what draws them.
    error(
      'props come with the View',
      { path: '^charts/[^/]+/(index|controls|query|mask|picks|spreadsheet|migrations)\\.ts$' },
      { path: '^charts/[^/]+/(props\\.ts|View\\.tsx)$', dependencyTypesNot: ['type-only'] },
    ),
    // The server alone speaks to clients of old: pages do not load what it says to them.
    error(
      'no browser loads legacy shapes',
      { path: '^(client|charts)/', pathNot: [test, '^charts/legacy\\.ts$', '/legacy\\.ts$', '/bin-legacy\\.ts$'] },
      { path: '^charts/(legacy\\.ts$|.*/(bin-)?legacy\\.ts$)' },
    ),
    ...['filters', 'charts', 'server/engines', 'server/resources'].map(listed),

    fence('react|react-dom|react-aria-components', '\\.tsx$|^(ui|client)/'),
    fence('echarts', '^charts/(.*View\\.tsx$|shared/)'),
    fence('fastify|@fastify/[^/]+', '^server/(app\\.ts$|http/|resources/)'),
    fence('@duckdb/[^/]+', '^server/engines/duckdb/'),
    fence('pg|@photostructure/sqlite|kysely', '^server/(store|engines/(postgres|sqlite))/'),
    fence('mysql2', '^server/engines/mysql/'),
    fence('pino', '^server/http/log\\.ts$'),
    fence('i18next', '^core/text/'),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
}
