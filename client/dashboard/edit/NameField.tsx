import { useEffect, useRef } from 'react'
import { editMeta } from '#core/layout/node-changes.ts'
import type { LayoutNode } from '#core/layout/node.ts'
import { t } from '#core/text/t.ts'
import { editLayout } from '../state/edit.ts'
import { useDashboard } from '../state/store.ts'
import { focusNode, focusTab } from './editor-actions.ts'
import { usePointerInput } from './use-pointer-input.ts'
import styles from './NameField.module.css'

/**
 * The inline field for the text of a header or tab, or the title of a chart on this dashboard. Every way to leave it
 * saves.
 */
export function NameField({ node }: { readonly node: LayoutNode }) {
  const { store, session } = usePointerInput()
  const field = useRef<HTMLInputElement>(null)
  const chartName = useDashboard((state) => state.slices[node.meta.chartId ?? -1]?.slice_name)
  const isChart = node.type === 'CHART'
  const key = isChart ? 'sliceNameOverride' : 'text'
  const value = node.meta[key] ?? ''
  useEffect(() => field.current?.select(), [])
  const stop = () => {
    if (session.getState().writing === node.id) session.setState({ writing: undefined })
  }
  return (
    <input
      ref={field}
      className={styles['field']}
      data-size={node.meta.headerSize}
      autoFocus
      aria-label={isChart ? t('Title of the chart on this dashboard') : t('Text')}
      placeholder={isChart ? (chartName ?? node.meta.sliceName) : (node.meta.defaultText ?? t('Text'))}
      value={value}
      onChange={(event) =>
        editLayout(store, (layout) => editMeta(layout, node.id, { [key]: event.target.value }), `name ${node.id}`)
      }
      onBlur={stop}
      onKeyDown={(event) => {
        event.stopPropagation()
        const isDone = event.key === 'Escape' || (event.key === 'Enter' && !event.nativeEvent.isComposing)
        if (!isDone) return
        event.preventDefault()
        stop()
        if (node.type === 'TAB') focusTab(node.id)
        else focusNode(node.id)
      }}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    />
  )
}
