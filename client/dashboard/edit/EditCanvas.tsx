import { useRef } from 'react'
import { nodeOf } from '#core/layout/node.ts'
import { COLUMNS } from '#core/layout/units.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { openPage } from './state/edit-page.ts'
import { useDashboard } from '../state/store.ts'
import { DropIndicator } from './DropIndicator.tsx'
import { EditNode } from './EditNode.tsx'
import { useSessionStore, useSession } from './session.ts'
import { useFlip } from './use-flip.ts'
import styles from './EditCanvas.module.css'
import { usePointerInput } from './use-pointer-input.ts'
import { useEffect } from 'react'
import { endKeyboardMove } from './editor-actions.ts'

/**
 * Ends a keyboard move in the cases that its box cannot observe. If the focus or the pointer goes elsewhere, the node
 * is dropped at its position. The other case is Escape while the box renders at its new position without focus.
 */
function useKeyboardMoveEnd(): void {
  const stores = usePointerInput()
  const id = useSession(({ carried }) => carried?.id)
  useEffect(() => {
    if (id === undefined) return
    const isInside = ({ target }: Event) =>
      target instanceof Element && target.closest(`[data-box="${CSS.escape(id)}"]`) !== null
    const onLeave = (event: Event) => {
      if (!isInside(event)) endKeyboardMove(stores, true, true)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.target !== document.body) return
      event.preventDefault()
      endKeyboardMove(stores, false)
    }
    document.addEventListener('focusin', onLeave)
    document.addEventListener('pointerdown', onLeave)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('focusin', onLeave)
      document.removeEventListener('pointerdown', onLeave)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [stores, id])
}

/** The open page of the dashboard, in edit mode. */
export function EditCanvas() {
  const session = useSessionStore()
  useKeyboardMoveEnd()
  const canvas = useRef<HTMLDivElement>(null)
  useFlip(
    canvas,
    useDashboard((state) => state.layout),
  )
  const pageId = useDashboard(openPage)
  const page = useDashboard((state) => nodeOf(state.layout, pageId))
  return (
    <div
      ref={canvas}
      className={styles['canvas']}
      data-canvas
      onPointerDown={(event) => {
        const isBare = !(event.target as Element).closest('[data-node-box]')
        if (isBare) session.setState({ selected: undefined, target: undefined })
      }}
    >
      <div className={styles['page']} data-box={pageId} data-dashboard-css role="group" aria-label={t('Page')}>
        {page?.children.map((id) => (
          <EditNode key={id} id={id} columns={COLUMNS} />
        ))}
        {page?.children.length === 0 && (
          <div className={styles['empty']}>
            <EmptyState
              title={t('Empty. Drag charts here')}
              text={t('Drag charts and layout elements here from the right, or select one there and press Enter.')}
            />
          </div>
        )}
      </div>
      <DropIndicator />
    </div>
  )
}
