import { useState } from 'react'
import { recentActivity } from '#calls/charts.ts'
import { listWritten, MOST_RECENTS } from '#client/lists/home-lists.ts'
import { browserStorage } from '#client/session/storage.ts'
import { useResource } from '#client/session/use-resource.ts'
import type { ChartAnswer, DashboardAnswer } from '#core/rest/answers.ts'
import { t } from '#core/text/t.ts'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Icon } from '#ui/display/Icon.tsx'
import { SegmentedControl } from '#ui/input/SegmentedControl.tsx'
import { TextLink } from '#ui/input/TextLink.tsx'
import styles from './Recents.module.css'

const tabs = ['viewed', 'edited', 'created'] as const
/** What somebody last did with what is shown. */
type Tab = (typeof tabs)[number]

const REMEMBERED = 'homepage_activity_filter'

function remembered(): Tab {
  const known = browserStorage()?.getItem(REMEMBERED)
  return tabs.find((each) => each === known) ?? 'viewed'
}

interface Recent {
  readonly kind: 'dashboard' | 'chart'
  readonly href: string
  readonly name: string
  readonly when: string | undefined
}

async function viewed(userId: number): Promise<readonly Recent[]> {
  const seen = (await recentActivity(userId)).filter(({ item_type }) => item_type)
  const byAddress = new Map(seen.map((each) => [each.item_url, each]))
  return [...byAddress.values()].map((each) => ({
    kind: each.item_type === 'dashboard' ? 'dashboard' : 'chart',
    href: each.item_url,
    name: each.item_title,
    when: each.time_delta_humanized,
  }))
}

interface Dated {
  readonly changed_on_utc?: string
}

/** Charts and dashboards together, the last changed first. */
async function written(
  userId: number,
  col: 'changed_by' | 'created_by',
  signal: AbortSignal,
): Promise<readonly Recent[]> {
  const [boards, charts] = await Promise.all([
    listWritten<DashboardAnswer & Dated>('dashboard', col, userId, signal),
    listWritten<ChartAnswer & Dated>('chart', col, userId, signal),
  ])
  const all = [
    ...boards.result.map((row) => ({
      at: row.changed_on_utc ?? '',
      kind: 'dashboard' as const,
      href: `/dashboard/${encodeURIComponent(row.slug || String(row.id))}`,
      name: row.dashboard_title || t('[ untitled dashboard ]'),
      when: row.changed_on_delta_humanized,
    })),
    ...charts.result.map((row) => ({
      at: row.changed_on_utc ?? '',
      kind: 'chart' as const,
      href: `/explore?slice_id=${row.id}`,
      name: row.slice_name,
      when: row.changed_on_delta_humanized,
    })),
  ]
  return all.toSorted((a, b) => b.at.localeCompare(a.at))
}

const emptyTexts = (): Readonly<Record<Tab, string>> => ({
  viewed: t('What you open is listed here.'),
  edited: t('What you change is listed here.'),
  created: t('What you make is listed here.'),
})

/** What somebody has viewed, edited and created of late. */
export function Recents({ userId }: { readonly userId: number }) {
  const [tab, setTab] = useState<Tab>(remembered)
  const { resource: recents, error } = useResource(['recents', userId, tab], (signal) =>
    tab === 'viewed' ? viewed(userId) : written(userId, tab === 'edited' ? 'changed_by' : 'created_by', signal),
  )
  const choose = (next: Tab) => {
    setTab(next)
    browserStorage()?.setItem(REMEMBERED, next)
  }
  return (
    <section aria-label={t('Recents')} className={styles['recents']}>
      <header>
        <h2>{t('Recents')}</h2>
        <SegmentedControl<Tab>
          label={t('Which recents')}
          size="sm"
          options={[
            { value: 'viewed', label: t('Viewed') },
            { value: 'edited', label: t('Edited') },
            { value: 'created', label: t('Created') },
          ]}
          value={tab}
          onChange={choose}
        />
      </header>
      {error && <ErrorPanel title={t('There was an error fetching your recent activity:')} text={error.message} />}
      {recents?.length === 0 && <p>{emptyTexts()[tab]}</p>}
      <ul>
        {(recents ?? []).slice(0, MOST_RECENTS).map(({ kind, href, name, when }) => (
          <li key={href}>
            <Icon name={kind} size={20} tone="accent" />
            <TextLink href={href} isQuiet>
              {name}
            </TextLink>
            <span>{when}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
