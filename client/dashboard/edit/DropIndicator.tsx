import { useSession } from './session.ts'
import styles from './drag.module.css'

/** The line or frame that shows the drop position. */
export function DropIndicator() {
  const drop = useSession((state) => state.drag?.drop)
  if (drop?.kind !== 'ok') return null
  const { left, top, right, bottom } = drop.mark
  const style = { left, top, width: right - left, height: bottom - top }
  if (drop.isFrame) return <div className={styles['frame']} style={style} />
  return <div className={right === left ? styles['upright'] : styles['flat']} style={style} />
}
