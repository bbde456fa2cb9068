import { statfs } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chartType } from '#charts/index.ts'
import { completeConfig, makeChartDataService, createSharedState, projectRoot, readAddress } from '#server/home.ts'
import { ownershipOf } from '#server/home-ownership.ts'
import { checkMailServer } from '#server/security/invitation-mail.ts'
import { countsByTable, secretStates, unreadableSecrets } from '#server/security/rotate-secrets.ts'
import { roleAccessChanges } from '#server/security/role-access-changes.ts'
import { homeLockHolder } from '#server/security/home-lock.ts'
import { findStoreDamage } from '#server/store/sqlite/copy.ts'
import { asApiError } from '#server/store/as-api-error.ts'
import { type CommandCall, type Command, CommandError } from '../command.ts'
import { storeLocationOf } from '../user/store-location.ts'
import { brokenCharts } from './broken-charts.ts'
import { STORE } from './home-files.ts'
import type { Store } from '#server/store/store.ts'
import { changesOf } from '#server/data/number-rules/number-rules.ts'

/** Returns one line for each saved chart whose numbers a rule change can affect, with the reason. */
async function numberChanges(store: Pick<Store, 'charts' | 'datasets'>): Promise<string[]> {
  const { rows } = await store.charts.list({})
  const lines: string[] = []
  for (const { id, slice_name, viz_type, params, datasource_id } of rows) {
    const form = { ...formOf(params), viz_type }
    const dataset = await store.datasets.get(datasource_id)
    for (const rule of changesOf({ form, dataset })) lines.push(`${slice_name} (${id}): ${rule.reason} [${rule.id}]`)
  }
  return lines
}

function formOf(params: string | null): Record<string, unknown> {
  try {
    const form: unknown = JSON.parse(params ?? '{}')
    return typeof form === 'object' && form !== null ? (form as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** A checked item and its state. */
interface Finding {
  readonly state: 'ok' | 'note' | 'FAILED'
  readonly text: string
}

const okFinding = (text: string): Finding => ({ state: 'ok', text })
const noteFinding = (text: string): Finding => ({ state: 'note', text })
const failedFinding = (text: string): Finding => ({ state: 'FAILED', text })

const MIN_FREE_BYTES = 1024 ** 3
const GIBIBYTE = 1024 ** 3

export const doctorCommand: Command = {
  name: 'doctor',
  takes: [],
  meaning: 'Checks the store, the disk, database connections, and the sources of charts and dashboards',
  options: { changes: { meaning: 'List the saved charts whose numbers this version changes, with reasons' } },
  async run(call) {
    if (call.has('changes')) {
      const lines = await numberChanges(call.store)
      for (const line of lines) call.terminal.print(line)
      call.terminal.printMessage(lines.length === 0 ? 'No saved chart changes.' : `${lines.length} changes.`)
      call.terminal.printMessage(
        'Changes that depend on SQL, templates, files or values are not listed: see "Numbers that change" in CHANGELOG.md.',
      )
      return
    }
    let failureCount = 0
    for (const check of [
      checkStore,
      checkDisk,
      checkServer,
      checkSecrets,
      checkMail,
      checkDatabases,
      checkCharts,
      checkDashboards,
      checkDashboardRoles,
    ]) {
      for (const { state, text } of await check(call)) {
        if (state === 'FAILED') failureCount++
        call.terminal.print(`${state.padEnd(6)} ${text}`)
      }
    }
    if (failureCount > 0)
      throw new CommandError(failureCount === 1 ? 'One check failed.' : `${failureCount} checks failed.`)
  },
}

async function checkStore({ settings }: CommandCall): Promise<readonly Finding[]> {
  const file = join(settings.home, STORE)
  if (settings.databaseUrl !== undefined || !existsSync(file))
    return [okFinding(`The metadata is in ${storeLocationOf(settings)}`)]
  const damage = findStoreDamage(file)
  return [damage === undefined ? okFinding(`${file} is intact`) : failedFinding(`${file} is damaged: ${damage}`)]
}

async function checkDisk({ settings }: CommandCall): Promise<readonly Finding[]> {
  if (!existsSync(settings.home)) return []
  const { bavail, bsize } = await statfs(settings.home)
  const printed = `${((bavail * bsize) / GIBIBYTE).toFixed(1)} GiB are free on the disk of ${settings.home}`
  return [bavail * bsize < MIN_FREE_BYTES ? failedFinding(printed) : okFinding(printed)]
}

async function checkServer({ settings }: CommandCall): Promise<readonly Finding[]> {
  const holder = homeLockHolder(settings.home)
  const at = readAddress(settings.home)
  if (holder === undefined || holder === process.pid) return [noteFinding('No server runs on this home')]
  return [okFinding(`Facet runs as process ${holder}${at === undefined ? '' : ` at ${at}`}`)]
}

/** Checks which keys decrypt the stored secrets. */
async function checkSecrets({ settings, store }: CommandCall): Promise<readonly Finding[]> {
  const { secretKey } = completeConfig(settings, projectRoot(import.meta.filename))
  const { current, previous, unreadable } = await secretStates(store, secretKey)
  const findings = [okFinding(`The current secret key decrypts ${current.length} stored secrets`)]
  if (previous.length > 0)
    findings.push(
      noteFinding(
        `Only a previous secret key decrypts ${previous.length} stored secrets (${countsByTable(previous)}): ` +
          'run npm run facet -- secret rotate',
      ),
    )
  if (unreadable.length > 0) findings.push(failedFinding(unreadableSecrets(unreadable)))
  return findings
}

/** Connects and signs in to the mail server, if there is one. */
async function checkMail({ settings: { mailServer } }: CommandCall): Promise<readonly Finding[]> {
  if (!mailServer) return []
  const at = `${mailServer.host}:${mailServer.port}`
  try {
    await checkMailServer(mailServer)
    return [okFinding(`The mail server ${at} accepts the connection`)]
  } catch (error) {
    return [failedFinding(`The mail server ${at} cannot be used: ${(error as Error).message}`)]
  }
}

/** Tests each connection as a chart would use it. */
async function checkDatabases(call: CommandCall): Promise<readonly Finding[]> {
  const { rows } = await call.store.databases.list({})
  const shared = createSharedState(call.store)
  const ownership = ownershipOf(call.store, call.settings.home)
  const ownershipContext = ownership && { ownership }
  const chartData = await makeChartDataService(
    completeConfig(call.settings, projectRoot(import.meta.filename)),
    call.store,
    {
      shared,
      ...ownershipContext,
    },
  )
  const findings: Finding[] = []
  try {
    for (const database of rows) {
      try {
        await chartData.sources.use(database, async ({ connection }) => connection.schemas())
        findings.push(okFinding(`The database ${database.database_name} responds`))
        const missing = chartData.sources.missing(database)
        if (missing !== undefined) findings.push(noteFinding(missing))
      } catch (error) {
        const why = asApiError(error)?.message ?? (error as Error).message
        findings.push(failedFinding(`The database ${database.database_name} does not respond: ${why}`))
      }
    }
  } finally {
    await chartData.close()
    await shared.close()
  }
  return findings
}

async function checkCharts(call: CommandCall): Promise<readonly Finding[]> {
  const { charts: all, datasets } = call.store
  const { rows } = await all.list({})
  const known = new Set((await datasets.list({})).rows.map(({ id }) => id))
  const lost = rows.filter(({ datasource_id }) => !known.has(datasource_id))
  const strange = [
    ...new Set(rows.map(({ viz_type }) => viz_type).filter((each) => each !== 'filter_box' && !chartType(each))),
  ]
  return [
    okFinding(`${rows.length} charts on ${known.size} datasets`),
    ...lost.map(({ id, slice_name }) =>
      failedFinding(`The chart ${slice_name} (${id}) uses a dataset that does not exist`),
    ),
    ...(await brokenCharts(call.store, rows)).map(failedFinding),
    ...(strange.length > 0 ? [noteFinding(`Unknown chart types: ${strange.toSorted().join(', ')}`)] : []),
  ]
}

async function checkDashboards({
  store: { dashboards: all, charts: known },
}: CommandCall): Promise<readonly Finding[]> {
  const { rows } = await all.list({})
  const ids = new Set((await known.list({})).rows.map(({ id }) => id))
  const holes = rows.flatMap(({ dashboard_title, position_json }) => {
    const placed = [...(position_json ?? '').matchAll(/"chartId":\s*(\d+)/g)].map(([, id]) => Number(id))
    const removed = placed.filter((id) => !ids.has(id)).length
    return removed > 0
      ? [noteFinding(`The dashboard ${dashboard_title} has ${removed} tiles whose charts do not exist`)]
      : []
  })
  return [okFinding(`${rows.length} dashboards`), ...holes]
}

/** Names what DASHBOARD_RBAC would change where it is off. */
async function checkDashboardRoles({ store, settings }: CommandCall): Promise<readonly Finding[]> {
  if (settings.flags.DASHBOARD_RBAC)
    return [okFinding('Dashboards with roles are open to these roles (DASHBOARD_RBAC is on)')]
  const { result, restricted, is_truncated: isTruncated } = await roleAccessChanges(store)
  const names = (of: readonly { readonly name: string }[]) => of.map(({ name }) => name).join(', ')
  const gains = result.map(({ role, ...seen }) => {
    const parts = (['dashboards', 'charts', 'datasets'] as const).filter((part) => seen[part].length > 0)
    return `With DASHBOARD_RBAC, the role ${role.name} would also see: ${parts.map((part) => `${part} ${names(seen[part])}`).join('; ')}`
  })
  const losses = restricted.map(
    ({ dashboard, roles }) =>
      `With DASHBOARD_RBAC, the dashboard ${dashboard.name} would be open only to its owners, to grants, and to ${names(roles)}`,
  )
  const more = isTruncated ? ['There are more dashboards with roles than were compared'] : []
  return [okFinding('DASHBOARD_RBAC is off in this installation'), ...[...gains, ...losses, ...more].map(noteFinding)]
}
