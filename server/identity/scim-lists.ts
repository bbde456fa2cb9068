import { ApiError } from '#core/rest/api-error.ts'
import { bounds, requireWithin } from '#core/rest/bounds.ts'
import type { ListedScimResource, ScimResource, ScimSelection } from '#server/store/scim-resources.ts'
import { presentGroup, requireScimGroup } from './scim-groups.ts'
import type { ScimDependencies } from './scim-rights.ts'
import {
  equalityOf,
  filterOf,
  matchingResources,
  type ScimFilter,
  type ScimJson,
  invalidScimRequest,
} from './scim-schema.ts'
import { requireScimUser, presentUser } from './scim-users.ts'

type ScimType = ScimResource['type']

/** The query parameters of a request. */
export type ScimQuery = Readonly<Record<string, string | undefined>>

const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
/** Resources of a page: without `count`, and at most. */
const PAGE_SIZE = 100
export const MAX_PAGE_SIZE = 200
/** Always sent, whatever attributes a request names. */
const ALWAYS: readonly string[] = ['schemas', 'id', 'meta']
/** Attributes of groups that filters may name. */
const GROUP_FILTERS: readonly string[] = ['id', 'externalid', 'displayname']

/** Returns a user or a group. Throws `not-found`. */
export async function readScim(
  dependencies: ScimDependencies,
  type: ScimType,
  id: number,
  query: ScimQuery,
): Promise<ScimJson> {
  const resource = await (type === 'User' ? requireScimUser : requireScimGroup)(dependencies.store, dependencies, id)
  const [presented] = await presentAll(dependencies, [resource], query)
  if (!presented) throw new ApiError('not-found')
  return withAttributes(presented, query)
}

/** Returns a page of the users or groups that match the filter. Throws `scim-wrong`, and `scim-filtered` above this limit. */
export async function listScim(dependencies: ScimDependencies, type: ScimType, query: ScimQuery): Promise<ScimJson> {
  const start = Math.max(1, wholeNumber(query, 'startIndex', 1))
  const size = Math.min(MAX_PAGE_SIZE, Math.max(0, wholeNumber(query, 'count', PAGE_SIZE)))
  const filter = query['filter'] ? await filterOf(query['filter']) : undefined
  const all = { issuer: dependencies.provider.issuer, type }
  const selection = filter ? selectionOf(all, filter) : all
  const { resources, total } = selection
    ? await selectedPage(dependencies, selection, { offset: start - 1, limit: size }, query)
    : await filteredPage(dependencies, all, filter ?? [], { offset: start - 1, limit: size }, query)
  return {
    schemas: [LIST_SCHEMA],
    totalResults: total,
    startIndex: start,
    itemsPerPage: resources.length,
    Resources: resources.map((each) => withAttributes(each, query)),
  }
}

interface Page {
  readonly offset: number
  readonly limit: number
}

async function selectedPage(dependencies: ScimDependencies, selection: ScimSelection, page: Page, query: ScimQuery) {
  const { scimResources } = dependencies.store
  const rows = page.limit === 0 ? [] : await scimResources.list(selection, page)
  return { resources: await presentAll(dependencies, rows, query), total: await scimResources.count(selection) }
}

async function filteredPage(
  dependencies: ScimDependencies,
  all: ScimSelection,
  filter: ScimFilter,
  page: Page,
  query: ScimQuery,
) {
  if (all.type === 'Group') requireGroupFilter(filter)
  const limit = bounds['scim-filtered'].most + 1
  const rows = await dependencies.store.scimResources.list(all, { offset: 0, limit })
  requireWithin('scim-filtered', rows.length)
  const presented = await presentAll(
    dependencies,
    rows,
    all.type === 'Group' ? { excludedAttributes: 'members' } : query,
  )
  const found = await matchingResources(filter, presented)
  const some = found.slice(page.offset, page.offset + page.limit)
  return { resources: some, total: found.length }
}

function requireGroupFilter(filter: ScimFilter): void {
  const name = filter.flatMap(Object.keys).find((each) => !GROUP_FILTERS.includes(each.toLowerCase()))
  if (name !== undefined)
    throw invalidScimRequest(`groups are filtered by displayName, externalId and id, not by ${name}`)
}

/** Returns the selection of a filter for one name or one id, which needs no other resource. */
function selectionOf(all: ScimSelection, filter: ScimFilter): ScimSelection | undefined {
  const equal = equalityOf(filter)
  if (!equal) return undefined
  const { name, value } = equal
  if (name === 'externalid') return { ...all, externalId: value }
  if (name === (all.type === 'User' ? 'username' : 'displayname')) return { ...all, name: value }
  if (name === 'id') return { ...all, ids: /^\d{1,15}$/.test(value) ? [Number(value)] : [-1] }
  return undefined
}

async function presentAll(
  dependencies: ScimDependencies,
  rows: readonly ListedScimResource[],
  query: ScimQuery,
): Promise<readonly ScimJson[]> {
  const { scimResources } = dependencies.store
  const groups = await scimResources.groupsOf(rows.flatMap(({ id, type }) => (type === 'User' ? [id] : [])))
  const presented: ScimJson[] = []
  for (const row of rows)
    if (row.type === 'User') presented.push(presentUser(dependencies, row, groups.get(row.id) ?? []))
    else {
      const members = isSent('members', query) ? await scimResources.members(row.id) : undefined
      presented.push(presentGroup(dependencies, row, members))
    }
  return presented
}

/** True if a request does not exclude a top-level attribute. */
function isSent(name: string, query: ScimQuery): boolean {
  if (ALWAYS.includes(name)) return true
  const { attributes, excludedAttributes } = query
  if (attributes) return namesIn(attributes).some((each) => isTopLevel(each, name))
  return !excludedAttributes || !namesIn(excludedAttributes).includes(name.toLowerCase())
}

const namesIn = (text: string) => text.split(',').map((each) => each.trim().toLowerCase())

/** True if a requested attribute is a top-level one or a part of it. */
function isTopLevel(requested: string, name: string): boolean {
  const top = name.toLowerCase()
  return requested === top || requested.startsWith(`${top}.`) || requested.startsWith(`${top}:`)
}

function withAttributes(resource: ScimJson, query: ScimQuery): ScimJson {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isSent(name, query)))
}

function wholeNumber(query: ScimQuery, name: string, otherwise: number): number {
  const text = query[name]
  if (text === undefined || text === '') return otherwise
  if (!/^-?\d{1,9}$/.test(text)) throw invalidScimRequest(`${name} must be a whole number`)
  return Number(text)
}
