import { draggedNode } from './state/edit-apply.ts'
import { nodePositionText, rejectionText } from './state/edit-texts.ts'
import { t } from '#core/text/t.ts'
import { useDashboardStore } from '../state/store.ts'
import { ChartTypeIcon } from '#client/chart/ChartTypeIcon.tsx'
import { nodeTypeIcon } from './node-type-icon.ts'
import { type Drag, useSession } from './session.ts'
import styles from './drag.module.css'
import { Icon } from '#ui/base/Icon.tsx'

function outcome({ dragged, drop }: Drag): string {
  if (!drop) return t('Release to cancel')
  if (drop.kind === 'same') return t('Stays where it is')
  if (drop.kind === 'refused') return rejectionText(drop.why)
  return t('Becomes %s', nodePositionText(drop.after, dragged.kind === 'move' ? dragged.id : dragged.node.id))
}

/** A label under the pointer during a drag: the dragged element and the effect of a drop. */
export function DragGhost() {
  const store = useDashboardStore()
  const drag = useSession((state) => state.drag)
  if (!drag) return null
  const node = draggedNode(store.getState().layout, drag.dragged)
  const isRefused = drag.drop?.kind === 'refused'
  return (
    <div className={styles['ghost']} style={{ left: drag.point.x + 12, top: drag.point.y + 12 }} aria-hidden="true">
      {drag.vizType ? (
        <ChartTypeIcon vizType={drag.vizType} />
      ) : (
        <span className={styles['kind']}>
          <Icon name={nodeTypeIcon(node?.type ?? 'CHART')} />
        </span>
      )}
      <span className={styles['words']}>
        <span className={styles['name']}>{drag.name}</span>
        <span className={isRefused ? styles['refused'] : styles['outcome']}>{outcome(drag)}</span>
      </span>
    </div>
  )
}
