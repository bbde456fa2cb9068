import { memo, type RefObject } from 'react'
import { editMeta } from '#core/layout/node-changes.ts'
import { type Layout, type LayoutNode, type NodeMeta, parentOf } from '#core/layout/node.ts'
import { t } from '#core/text/t.ts'
import { Icon } from '#ui/base/Icon.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'
import { useRovingFocus } from '#ui/layout/use-roving-focus.ts'
import { Menu } from '#ui/overlay/Menu.tsx'
import type { MenuEntry } from '#ui/overlay/menu-entry.ts'
import { exploreHref } from '../chart/explore-href.ts'
import { nodeTypeLabel } from './state/edit-change.ts'
import { editLayout } from '../state/edit.ts'
import { useDashboard } from '../state/store.ts'
import { nodeLabel, deleteNode, duplicateNode, focusNode, startKeyboardMove } from './editor-actions.ts'
import { nodeTypeIcon } from './node-type-icon.ts'
import { usePointerInput } from './use-pointer-input.ts'
import styles from './NodeTools.module.css'

interface Props {
  readonly node: LayoutNode
  readonly grip: RefObject<HTMLSpanElement | null>
  readonly isSelected: boolean
}

function useLook(node: LayoutNode): readonly MenuEntry[] {
  const { store } = usePointerInput()
  const set = (meta: NodeMeta) => () => editLayout(store, (layout) => editMeta(layout, node.id, meta))
  const sizes = [
    ['SMALL_HEADER', t('Small')],
    ['MEDIUM_HEADER', t('Medium')],
    ['LARGE_HEADER', t('Large')],
  ] as const
  const backgrounds = [
    ['BACKGROUND_TRANSPARENT', t('Without background')],
    ['BACKGROUND_WHITE', t('On a background')],
  ] as const
  const size = node.meta.headerSize ?? 'MEDIUM_HEADER'
  const background = node.meta.background ?? 'BACKGROUND_TRANSPARENT'
  const look = backgrounds.map(([id, label]) => ({
    id,
    label,
    isChecked: id === background,
    onAction: set({ background: id }),
  }))
  if (node.type !== 'HEADER') return look
  const sizeItems = sizes.map(([id, label]) => ({
    id,
    label,
    isChecked: id === size,
    onAction: set({ headerSize: id }),
  }))
  return [...sizeItems, { id: 'line', kind: 'separator' }, ...look]
}

/** Returns the parent box if it is hard to point at: the column, the row in it, the tabs. */
function selectableParent(layout: Layout, node: LayoutNode): LayoutNode | undefined {
  const parent = parentOf(layout, node.id)
  if (parent?.type === 'COLUMN') return parent
  if (parent?.type === 'TAB' && parent.parents.length > 2) return parentOf(layout, parent.id)
  const isNested = parent?.type === 'ROW' && parentOf(layout, parent.id)?.type === 'COLUMN'
  return isNested ? parent : undefined
}

function SelectAround({ node }: { readonly node: LayoutNode }) {
  const box = useDashboard((state) => selectableParent(state.layout, node))
  if (!box) return null
  return (
    <IconButton
      icon={nodeTypeIcon(box.type)}
      size="sm"
      label={t('Select the %s around', nodeTypeLabel(box.type))}
      onPress={() => focusNode(box.id)}
    />
  )
}

function Look({ node }: { readonly node: LayoutNode }) {
  const items = useLook(node)
  const label = node.type === 'HEADER' ? t('Size and background') : t('Background')
  return <Menu label={label} trigger={<IconButton icon="settings" size="sm" label={label} />} items={items} />
}

/** True if the tools render the same. They depend on everything of a node except its size. */
function isToolAlike(before: Props, after: Props): boolean {
  if (before.isSelected !== after.isSelected || before.grip !== after.grip) return false
  const [old, now] = [before.node, after.node]
  const keys = new Set([...Object.keys(old.meta), ...Object.keys(now.meta)])
  keys.delete('width')
  keys.delete('height')
  return old.id === now.id && old.type === now.type && [...keys].every((key) => old.meta[key] === now.meta[key])
}

/**
 * Tools to move, edit, duplicate and delete: to the left of top-level rows, else at the upper left edge of the selected
 * node.
 */
export const NodeTools = memo(function NodeTools({ node, grip, isSelected }: Props) {
  const stores = usePointerInput()
  const { store } = stores
  const roving = useRovingFocus<HTMLDivElement>()
  const canExplore = useDashboard((state) => state.info.superset_can_explore)
  const isUnseen = useDashboard((state) => state.unseen.includes(node.meta.chartId ?? -1))
  const chartId = node.type === 'CHART' && !isUnseen ? node.meta.chartId : undefined
  const isText = node.type === 'HEADER' || node.type === 'MARKDOWN'
  const hasLook = node.type === 'ROW' || node.type === 'COLUMN' || node.type === 'HEADER'
  const write = () => stores.session.setState({ writing: node.id })
  return (
    <div
      ref={roving.ref}
      className={styles['tools']}
      data-shown={isSelected || undefined}
      role="toolbar"
      aria-label={t('Tools of %s', nodeLabel(node))}
      onFocus={roving.onFocus}
      onKeyDown={roving.onKeyDown}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <span ref={grip} className={styles['grip']} title={t('Drag to move; Space moves it by keyboard')}>
        <Icon name="drag" />
      </span>
      {isSelected && (
        <>
          <IconButton icon="keyboard" size="sm" label={t('Move')} onPress={() => startKeyboardMove(stores, node.id)} />
          <SelectAround node={node} />
          {chartId !== undefined && canExplore && (
            <LinkButton size="sm" variant="quiet" icon="edit" isIconOnly href={exploreHref(store.getState(), chartId)}>
              {t('Edit chart')}
            </LinkButton>
          )}
          {chartId !== undefined && <IconButton icon="header" size="sm" label={t('Rename')} onPress={write} />}
          {isText && <IconButton icon="edit" size="sm" label={t('Edit text')} onPress={write} />}
          {hasLook && <Look node={node} />}
          <IconButton icon="copy" size="sm" label={t('Duplicate')} onPress={() => duplicateNode(stores, node.id)} />
          <IconButton icon="trash" size="sm" label={t('Delete')} onPress={() => deleteNode(stores, node.id)} />
        </>
      )}
    </div>
  )
}, isToolAlike)
