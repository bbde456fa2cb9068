import type { ReactNode } from 'react'
import styles from './Editor.module.css'
import { EditorFooter, type EditorFooterProps } from './EditorFooter.tsx'
import { useInitialFocus } from './use-initial-focus.tsx'

export interface FrameProps extends EditorFooterProps {
  readonly children: ReactNode
}

/** The content of an editor popover without tabs: the fields of a draft, Close and Save. */
export function EditorFrame({ children, ...foot }: FrameProps) {
  const content = useInitialFocus<HTMLDivElement>()
  return (
    <div>
      <div ref={content} className={styles['body']}>
        {children}
      </div>
      <EditorFooter {...foot} />
    </div>
  )
}
