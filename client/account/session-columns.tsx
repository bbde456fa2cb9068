import { agoText } from '#core/format/ago.ts'
import type { SessionResponse } from '#core/rest/me.ts'
import { parseUtc, timestampText } from '#client/session/timestamps.ts'
import { t } from '#core/text/t.ts'
import { Badge } from '#ui/display/Badge.tsx'
import { Icon } from '#ui/base/Icon.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { Inline } from '#ui/layout/Inline.tsx'
import { deviceName } from './device-name.ts'

const HOUR = 3_600_000

/** The server updates `last_seen` at most once an hour, so the text is no more precise than that. */
export function lastSeenText({ is_current: isCurrent, last_seen: seen }: SessionResponse, now: number): string {
  if (isCurrent) return t('Now')
  const passed = now - parseUtc(seen)
  return passed < HOUR ? t('Within an hour') : agoText(passed)
}

/** The columns of the sessions table. `now` in epoch milliseconds. */
export function sessionColumns(now: number): readonly TableColumn<SessionResponse>[] {
  return [
    {
      id: 'device',
      title: t('Device'),
      cell: (session) => (
        <Inline gap={1} isWrapping>
          <span title={session.user_agent ?? undefined}>{deviceName(session.user_agent)}</span>
          {session.is_current && (
            <Badge tone="accent" icon="check">
              {t('This device')}
            </Badge>
          )}
        </Inline>
      ),
    },
    {
      id: 'address',
      title: t('Network'),
      width: 180,
      isWideOnly: true,
      cell: ({ address }) => address ?? <Icon name="minus" label={t('Unknown')} size={14} />,
    },
    {
      id: 'created_on',
      title: t('Signed in'),
      width: 190,
      isWideOnly: true,
      cell: (session) => timestampText(parseUtc(session.created_on)),
    },
    { id: 'last_seen', title: t('Last seen'), width: 130, cell: (session) => lastSeenText(session, now) },
  ]
}
