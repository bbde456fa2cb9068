import { t } from '#core/text/t.ts'
import { CertificationMarks } from '#client/properties/CertificationMarks.tsx'
import { FavoriteStar } from '#client/shell/FavoriteStar.tsx'
import type { IconName } from '#ui/base/icon-paths.ts'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { useIsNarrow } from '#ui/tokens/viewport-hooks.ts'
import { useDashboard } from '../state/store.ts'
import { MoreMenu } from './MoreMenu.tsx'
import { PublishState } from './PublishState.tsx'
import { LoadStatus } from './LoadStatus.tsx'
import { useShare } from '#client/dashboard/state/use-share.ts'

interface ActProps {
  readonly icon: IconName
  readonly label: string
  readonly isWrite?: boolean
  readonly onPress: () => void
}

/** A labeled action; on a phone only its icon. */
function Act({ icon, label, isWrite, onPress }: ActProps) {
  if (useIsNarrow()) return <IconButton icon={icon} label={label} isWrite={isWrite} onPress={onPress} />
  return (
    <Button icon={icon} isWrite={isWrite} onPress={onPress}>
      {label}
    </Button>
  )
}

interface Props {
  readonly onEdit: () => void
  readonly onRefresh: () => void
}

/** The header of a dashboard in view mode: title, status and actions. */
export function DashboardHeader({ onEdit, onRefresh }: Props) {
  const info = useDashboard((state) => state.info)
  const share = useShare()
  // A phone has room only for the less common status.
  const isNarrow = useIsNarrow()
  return (
    <PageHeader
      start={<FavoriteStar kind="dashboard" id={info.id} name={info.title} />}
      title={info.title}
      marks={
        <CertificationMarks
          certifiedBy={info.certifiedBy}
          details={info.certificationDetails}
          isManaged={info.isManagedExternally}
          home={info.externalUrl}
        />
      }
      meta={isNarrow && info.published ? undefined : <PublishState />}
      status={<LoadStatus />}
      actions={
        <>
          {info.dash_share_perm && <Act icon="share" label={t('Share')} onPress={() => share.copy()} />}
          {info.dash_edit_perm && !info.isManagedExternally && (
            <Act icon="edit" isWrite label={t('Edit dashboard')} onPress={onEdit} />
          )}
          <MoreMenu onRefresh={onRefresh} />
        </>
      }
    />
  )
}
