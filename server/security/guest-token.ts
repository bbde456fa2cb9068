import { createHmac } from 'node:crypto'
import type { CurrentUser, GuestAccess } from '#core/access/current-user.ts'
import type { PermissionPair } from '#core/entity/role.ts'
import { ApiError } from '#core/rest/api-error.ts'
import { readMetadata } from '#core/rest/dashboard.ts'
import { isObject } from '#core/rest/json.ts'
import { type GuestTokenBody, guestTokenBody } from '#core/rest/security.ts'
import { currentKey, type SecretKeys } from '#server/base/secret-keys.ts'
import type { Store } from '#server/store/store.ts'
import { signingKeys } from './signing-keys.ts'
import { verifyToken } from './verify-token.ts'

/** Loaded when the first token is created or read: most servers start without one. */
const jose = () => import('jose')

const AUDIENCE = 'facet-embedded'

/** The permission to create guest tokens. They are valid while their creator has it. */
export const GUEST_TOKEN_PERMISSION = { permission: 'can_grant_guest_token', view: 'SecurityRestApi' } as const

/** Permissions that every guest has. Its calls are limited to routes with `guest`, and to the named dashboards. */
const GUEST_PAIRS: readonly PermissionPair[] = [
  ['can_read', 'Dashboard'],
  ['can_read', 'Chart'],
  ['can_read', 'Dataset'],
  ['can_read', 'EmbeddedDashboard'],
  ['can_read', 'DynamicPlugin'],
]

/** Guest tokens have a key of their own, so that no other token is one. */
const keyOf = signingKeys((secret) => createHmac('sha256', secret).update('guest token').digest())

/** The contents of a guest token. */
interface GuestTokenClaims extends GuestTokenBody {
  /** The id of the user who created the token: it never gives access to more than this user may read. */
  readonly creator: number
}

/** Returns a signed guest token. `now` in epoch milliseconds. */
export async function signGuestToken(
  secret: SecretKeys,
  { user, resources, rls, creator }: GuestTokenClaims,
  { now, seconds }: { readonly now: number; readonly seconds: number },
): Promise<string> {
  const { SignJWT } = await jose()
  const issued = Math.floor(now / 1000)
  return new SignJWT({ type: 'guest', user, resources, rls_rules: rls })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setAudience(AUDIENCE)
    .setSubject(String(creator))
    .setIssuedAt(issued)
    .setExpirationTime(issued + seconds)
    .sign(await keyOf(currentKey(secret)))
}

/** Returns the contents of a guest token; throws `token-expired`, and `token-wrong` if it is forged or of another type. */
export async function readGuestToken(secret: SecretKeys, token: string, now: number): Promise<GuestTokenClaims> {
  const { errors } = await jose()
  try {
    const options = { audience: AUDIENCE, currentDate: new Date(now), requiredClaims: ['exp', 'sub'] }
    const payload = await verifyToken(secret, token, keyOf, options)
    const creator = Number(payload.sub)
    if (payload['type'] !== 'guest' || !Number.isSafeInteger(creator)) throw new ApiError('token-wrong')
    const { user, resources, rls_rules: rls } = payload
    return { ...guestTokenBody.parse({ user, resources, rls }), creator }
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new ApiError('token-expired')
    throw new ApiError('token-wrong', { cause: error })
  }
}

/** Returns what a guest token gives access to now. Dashboards that are deleted or no longer embedded are left out. */
export async function guestAccess(
  store: Pick<Store, 'embeddedDashboards' | 'dashboards' | 'charts'>,
  { resources, rls }: Pick<GuestTokenBody, 'resources' | 'rls'>,
): Promise<GuestAccess> {
  const embedded = await store.embeddedDashboards.byUuids(resources.map(({ id }) => id.toLowerCase()))
  const charts = new Set<number>()
  const datasets = new Set<number>()
  const dashboards: number[] = []
  for (const { dashboard_id: id } of embedded) {
    const dashboard = await store.dashboards.get(id)
    if (!dashboard) continue
    dashboards.push(id)
    for (const chart of dashboard.charts) charts.add(chart)
    for (const { targets } of nativeFilters(dashboard.json_metadata))
      for (const { datasetId } of targets) if (Number.isSafeInteger(datasetId)) datasets.add(datasetId as number)
  }
  for (const id of charts) {
    const chart = await store.charts.get(id)
    if (chart) datasets.add(chart.datasource_id)
    else charts.delete(id)
  }
  const rules = rls.map(({ dataset, clause }) => ({ dataset: dataset ?? null, clause }))
  return { dashboards, charts: [...charts], datasets: [...datasets], rules }
}

/** A native filter of a dashboard, as far as a guest may query its values. */
export interface EmbeddedFilter {
  readonly targets: readonly { readonly datasetId?: unknown; readonly column?: string }[]
  readonly sortMetric: string | undefined
  readonly grains: string | undefined
}

/** Returns the native filters in the metadata of a dashboard; entries of unknown form have no targets. */
export function nativeFilters(metadata: string | null): readonly EmbeddedFilter[] {
  const filters: unknown = readMetadata(metadata).native_filter_configuration
  return (Array.isArray(filters) ? filters.filter(isObject) : []).map(
    ({ targets, sortMetric, granularity_sqla: grains }) => ({
      targets: (Array.isArray(targets) ? targets : []).map(targetOf),
      sortMetric: typeof sortMetric === 'string' ? sortMetric : undefined,
      grains: typeof grains === 'string' ? grains : undefined,
    }),
  )
}

function targetOf(target: unknown): EmbeddedFilter['targets'][number] {
  const { datasetId, column } = (target ?? {}) as { datasetId?: unknown; column?: { name?: unknown } | null }
  return { datasetId, ...(typeof column?.name === 'string' ? { column: column.name } : {}) }
}

/** Returns the user that a guest token stands for: the role of guests, without permissions on any other data. */
export async function guestUser(
  store: Store,
  body: GuestTokenBody,
  { roleName, origin }: { readonly roleName: string; readonly origin: string },
): Promise<CurrentUser> {
  const anonymous = await store.users.anonymous(roleName)
  const pairs = Object.values(anonymous.roles)
    .flat()
    .filter(([permission]) => !permission.startsWith('all_') && !permission.endsWith('_access'))
  const { username = '', first_name: firstName = '', last_name: lastName = '' } = body.user ?? {}
  return {
    ...anonymous,
    username,
    firstName,
    lastName,
    roles: { [roleName]: [...pairs, ...GUEST_PAIRS] },
    permissions: {},
    grants: [],
    origin,
    guest: await guestAccess(store, body),
  }
}
