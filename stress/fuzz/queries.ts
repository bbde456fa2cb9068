import { printRison } from '#core/rest/rison.ts'
import { resources } from '#server/resources/index.ts'
import { allRoutes } from '#testing/product-routes.ts'
import { type InputGenerator, pathOf } from './bodies.ts'
import { toSendableUrl, toWellFormedText } from './input.ts'
import { mutateText, mutateTree } from './mutate.ts'
import { edgeCaseText, edgeCaseValue } from './edge-case-values.ts'
import { randomLegacyForm } from './data-queries.ts'
import type { Random } from './random.ts'
import { timeText } from './time-text.ts'
import { childrenOf, Fields, Literal, printTree, type Tree, treeOf } from './tree.ts'

const gets = allRoutes().filter((route) => route.startsWith('GET '))

/** Returns a document in rison, or in JSON if rison cannot express it. */
function risonOf(tree: Tree): string {
  if (tree instanceof Literal) return tree.text
  if (tree instanceof Fields)
    return `(${tree.entries.map(([key, value]) => `${key === '' ? "''" : key}:${risonOf(value)}`).join(',')})`
  if (Array.isArray(tree)) return `!(${childrenOf(tree).map(risonOf).join(',')})`
  if (typeof tree === 'string')
    return /^[a-z_]+$/.test(tree) ? tree : `'${tree.replaceAll(/['!]/g, (each) => `!${each}`)}'`
  return printRison(tree)
}

function encodeText(random: Random, text: string): string {
  return random.chance(0.9) ? encodeURIComponent(toWellFormedText(text)) : text.replaceAll(/[#\s]/g, '+')
}

const PARAMS = [
  'q',
  'q',
  'q',
  'form_data',
  'force',
  'page',
  'limit',
  'type',
  'format',
  'next',
  'last_id',
  'datasourceKey',
  'schema',
  'table_name',
  'sql',
  'key',
  'native_filters',
  'slice_id',
  'standalone',
  '__proto__',
  'constructor',
]

function q(random: Random): Tree {
  return treeOf(
    random.pick<unknown>([
      { columns: ['id', 'slice_name'], keys: ['list_title', 'none'] },
      { filter: 'a', page: 0, page_size: 10, include_ids: [1, 2] },
      [1, 2, 3],
      { type: 'port', values: ['http', 1] },
      { schema_name: 'main', force: true },
      'Last week',
      { timeRange: 'Last week', shift: '1 year ago', time_zone: 'Europe/Berlin', week_start: 0, fiscal_year_start: 4 },
    ]),
  )
}

/** Makes a `q` parameter for some URL in rison, JSON or neither. */
export const risonQuery: InputGenerator = (random, names) => {
  const tree = mutateTree(random, q(random))
  const text = random.chance(0.6) ? risonOf(tree) : printTree(tree)
  const requested = random.chance(0.5) ? mutateText(random, text) : text
  const route = random.pick(gets)
  return {
    method: 'GET',
    path: toSendableUrl(`${pathOf(random, route, names)}?q=${encodeText(random, requested)}`),
    headers: {},
  }
}

/** Makes a list request with valid columns and operators. */
export const listQuery: InputGenerator = (random) => {
  const resource = random.pick(resources)
  const { filters, order } = resource.listing
  const conditions = Array.from({ length: random.int(4) }, () => {
    const [col, operators] = random.pick(Object.entries(filters))
    const value = random.pick<Tree>([
      'a',
      1,
      true,
      [1, 'a'],
      edgeCaseValue(random),
      edgeCaseText(random),
      '%_\\',
      '1',
      [edgeCaseText(random)],
    ])
    return new Fields([
      ['col', col],
      ['opr', random.pick(operators).operator],
      ['value', value],
    ])
  })
  const tree: Tree = new Fields([
    ['filters', conditions],
    ['order_column', random.pick([...Object.keys(order), 'nothing'])],
    ['order_direction', random.pick(['asc', 'desc'])],
    ['page', random.pick([0, 1, 1e6, -1])],
    ['page_size', random.pick([0, 1, 25, 1000, -1, 100_000])],
    ['columns', random.chance(0.3) ? [random.pick([...resource.listing.columns])] : []],
  ])
  const requested = random.chance(0.3) ? mutateTree(random, tree) : tree
  const path = `/api/v1/${resource.name.replace(':layer', '1')}/${random.pick(['', '', '', 'related/owners', 'distinct/schema', '_info'])}`
  const text = random.chance(0.7) ? printTree(requested) : risonOf(requested)
  return {
    method: random.chance(0.97) ? 'GET' : 'DELETE',
    path: toSendableUrl(`${path}?q=${encodeURIComponent(toWellFormedText(text))}`),
    headers: {},
  }
}

/** Makes time ranges to resolve. */
export const timeQuery: InputGenerator = (random) => {
  const one = (): Tree =>
    random.chance(0.6)
      ? timeText(random)
      : treeOf({
          timeRange: timeText(random),
          shift: timeText(random),
          time_zone: random.pick(['Europe/Berlin', 'Mars', '', '+25:00', 'UTC', 'America/Sao_Paulo']),
          week_start: random.int(9) - 1,
          fiscal_year_start: random.int(15) - 1,
        })
  const tree: Tree = random.chance(0.3) ? Array.from({ length: 1 + random.int(5) }, one) : one()
  const text =
    typeof tree === 'string' && random.chance(0.5) ? `'${tree}'` : random.chance(0.5) ? printTree(tree) : risonOf(tree)
  return { method: 'GET', path: toSendableUrl(`/api/v1/time_range/?q=${encodeText(random, text)}`), headers: {} }
}

/** Makes URLs with known parameters of any text. */
export const queryParameters: InputGenerator = (random, names) => {
  const route = random.pick(gets)
  const value = () =>
    random.pick([
      () => edgeCaseText(random),
      () => printTree(mutateTree(random, treeOf(randomLegacyForm(random, names)))),
      () => 'true',
      () => '1',
    ])()
  const query = Array.from({ length: 1 + random.int(4) }, () => `${random.pick(PARAMS)}=${encodeText(random, value())}`)
  return { method: 'GET', path: toSendableUrl(`${pathOf(random, route, names)}?${query.join('&')}`), headers: {} }
}
