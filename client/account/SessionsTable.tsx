import { t } from '#core/text/t.ts'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Table } from '#ui/display/Table.tsx'
import { Button } from '#ui/base/Button.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { deviceName } from './device-name.ts'
import { sessionColumns } from './session-columns.tsx'
import { SignOutEverywhere } from './SignOutEverywhere.tsx'
import { useSessions } from './use-sessions.ts'

/** The sessions of the current user, with buttons to end them. */
export function SessionsTable() {
  const { sessions, error, readAt, endOne, endOthers } = useSessions()
  if (error) return <ErrorPanel title={t('Your sessions cannot be shown')} text={error.message} />
  if (!sessions) return <Skeleton shape="rows" rows={3} label={t('Loading')} />
  const hasOthers = sessions.some(({ is_current: isCurrent }) => !isCurrent)
  return (
    <Stack gap={4}>
      <Table
        label={t('Sessions')}
        rows={sessions}
        rowKey={({ id }) => id}
        columns={sessionColumns(readAt)}
        rowActions={(row) =>
          !row.is_current && (
            <Button
              variant="quiet"
              size="sm"
              ariaLabel={t('Sign out %s', deviceName(row.user_agent))}
              onPress={() => endOne.mutate(row)}
            >
              {t('Sign out')}
            </Button>
          )
        }
      />
      <Inline gap={2} isWrapping>
        <Button
          isPending={endOthers.isPending}
          isDisabled={!hasOthers}
          tooltip={hasOthers ? undefined : t('There are no other sessions.')}
          onPress={() => endOthers.mutate()}
        >
          {t('Sign out the others')}
        </Button>
        <SignOutEverywhere />
      </Inline>
    </Stack>
  )
}
