import { useRef } from 'react'
import { makeNode } from '#core/layout/make-node.ts'
import type { NodeType } from '#core/layout/node.ts'
import { t } from '#core/text/t.ts'
import { useRovingFocus } from '#ui/layout/use-roving-focus.ts'
import { Icon } from '#ui/base/Icon.tsx'
import { addNode, offerUndo } from './editor-actions.ts'
import { nodeTypeIcon } from './node-type-icon.ts'
import { newSuffix } from '#client/dashboard/state/new-suffix.ts'
import { useDraggable } from './use-draggable.ts'
import { usePointerInput } from './use-pointer-input.ts'
import styles from './Palette.module.css'

const elements = (): readonly (readonly [NodeType, string])[] => [
  ['TABS', t('Tabs')],
  ['ROW', t('Row')],
  ['COLUMN', t('Column')],
  ['HEADER', t('Header')],
  ['MARKDOWN', t('Text')],
  ['DIVIDER', t('Divider')],
]

function Tile({ type, name }: { readonly type: NodeType; readonly name: string }) {
  const stores = usePointerInput()
  const tile = useRef<HTMLDivElement>(null)
  const make = () => makeNode(type, newSuffix, type === 'MARKDOWN' ? { height: 20 } : {})
  useDraggable(tile, () => ({
    dragged: { kind: 'new', node: make() },
    name,
    detail: undefined,
    vizType: undefined,
  }))
  const add = () => addNode(stores, make()) && offerUndo(stores, t('Added: %s', name))
  return (
    <div
      ref={tile}
      className={styles['tile']}
      role="button"
      tabIndex={0}
      aria-label={t('Add %s', name)}
      title={t('Drag it to its place, or click to add it')}
      onClick={({ detail }) => detail < 2 && add()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        add()
      }}
    >
      <Icon name={nodeTypeIcon(type)} />
      {name}
    </div>
  )
}

/** Rows, columns, tabs and texts to drag onto the canvas: one tab stop with arrow keys between them. */
export function ElementTiles() {
  const roving = useRovingFocus<HTMLDivElement>()
  return (
    <div className={styles['tiles']} role="toolbar" aria-label={t('Layout elements')} {...roving}>
      {elements().map(([type, name]) => (
        <Tile key={type} type={type} name={name} />
      ))}
    </div>
  )
}
