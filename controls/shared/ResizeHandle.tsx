import { useRef } from 'react'
import styles from './Editor.module.css'
import { resizeWithinLimits, type DialogSize, stepOf } from './resize.ts'
import { t } from '#core/text/t.ts'

export interface ResizeHandleProps {
  readonly size: DialogSize
  readonly onResize: (size: DialogSize) => void
}

const room = (): DialogSize => ({ width: window.innerWidth - 32, height: window.innerHeight - 160 })

/** The handle that resizes an editor by mouse or arrow keys. */
export function ResizeHandle({ size, onResize }: ResizeHandleProps) {
  const start = useRef<{ readonly x: number; readonly y: number; readonly size: DialogSize }>(undefined)
  return (
    <button
      type="button"
      className={styles['handle']}
      aria-label={t('Resize')}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, y: event.clientY, size }
      }}
      onPointerMove={(event) => {
        const from = start.current
        if (from) onResize(resizeWithinLimits(from.size, event.clientX - from.x, event.clientY - from.y, room()))
      }}
      onPointerUp={() => {
        start.current = undefined
      }}
      onKeyDown={(event) => {
        const step = stepOf(event.key)
        if (!step) return
        event.preventDefault()
        onResize(resizeWithinLimits(size, step[0], step[1], room()))
      }}
    />
  )
}
