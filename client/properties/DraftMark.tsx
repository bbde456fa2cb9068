import { hasDraft } from '#client/session/drafts.ts'
import { t } from '#core/text/t.ts'
import { Badge } from '#ui/display/Badge.tsx'

interface Props {
  readonly kind: 'chart' | 'dashboard'
  readonly id: number
}

/** A mark on charts and dashboards of which this browser holds unsaved changes; opening one offers to restore them. */
export function DraftMark({ kind, id }: Props) {
  return hasDraft(kind, id) ? <Badge tone="warn">{t('Unsaved changes')}</Badge> : null
}
