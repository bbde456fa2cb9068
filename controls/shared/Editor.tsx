import { type ReactNode, useState } from 'react'
import styles from './Editor.module.css'
import { EditorFooter } from './EditorFooter.tsx'
import { MIN_SIZE, type DialogSize } from './resize.ts'
import { ResizeHandle } from './ResizeHandle.tsx'
import { useInitialFocus } from './use-initial-focus.tsx'
import { Tabs } from '#ui/layout/Tabs.tsx'

export interface EditorTab {
  readonly id: string
  readonly label: string
  readonly isDisabled?: boolean
}

export interface EditorProps {
  readonly label: string
  readonly tabs: readonly EditorTab[]
  readonly selected: string
  readonly onSelect: (id: string) => void
  readonly children: ReactNode
  readonly canSave: boolean
  readonly onSave: () => void
  readonly onClose: () => void
  /** Whether the size can be changed with a handle. */
  readonly isResizable?: boolean
}

/** The content of an editor popover: tabs, one page, Close and Save. */
export function Editor(props: EditorProps) {
  const [size, setSize] = useState<DialogSize>(MIN_SIZE)
  const content = useInitialFocus<HTMLDivElement>()
  const own = props.isResizable ? { className: styles['resizable'], style: { width: size.width } } : {}
  // Until the user enlarges it, the editor is as high as its content.
  const body = size.height > MIN_SIZE.height ? { style: { minHeight: size.height } } : {}
  return (
    <div {...own}>
      <div className={styles['tabs']}>
        <Tabs label={props.label} items={props.tabs} selected={props.selected} onSelect={props.onSelect}>
          <div ref={content} className={styles['body']} {...body}>
            {props.children}
          </div>
        </Tabs>
      </div>
      <EditorFooter canSave={props.canSave} onSave={props.onSave} onClose={props.onClose} />
      {props.isResizable && <ResizeHandle size={size} onResize={setSize} />}
    </div>
  )
}
