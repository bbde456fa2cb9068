import type { ReactNode } from 'react'
import styles from './Editor.module.css'
import { EditorFoot, type EditorFootProps } from './EditorFoot.tsx'

export interface FrameProps extends EditorFootProps {
  readonly children: ReactNode
}

/** The content of an editor popover without tabs: the fields of a draft, Close and Save. */
export function Frame({ children, ...foot }: FrameProps) {
  return (
    <div>
      <div className={styles['body']}>{children}</div>
      <EditorFoot {...foot} />
    </div>
  )
}
