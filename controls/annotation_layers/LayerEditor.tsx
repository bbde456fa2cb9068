import { useState } from 'react'
import { layerProblems } from './index.ts'
import { LayerConfiguration, SliceConfiguration } from './LayerFields.tsx'
import { LayerStyleFields } from './LayerStyleFields.tsx'
import type { Control } from '#controls/control.ts'
import { choicesOf } from '#controls/shared/choices.ts'
import { Editor } from '#controls/shared/Editor.tsx'
import type { AnnotationLayer } from '#core/annotation/layer.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'

export interface LayerEditorProps {
  readonly layer: AnnotationLayer
  /** The other layers of the chart, for the uniqueness of names. */
  readonly others: readonly AnnotationLayer[]
  readonly control: Control
  readonly onSave: (layer: AnnotationLayer) => void
  readonly onClose: () => void
}

/** Edits a draft of a layer; only Save commits it, and only if it can be drawn. */
export function LayerEditor({ layer, others, control, onSave, onClose }: LayerEditorProps) {
  const [draft, setDraft] = useState(layer)
  const [tab, setTab] = useState('data')
  const problems = layerProblems(draft, others, control)
  const types = (choicesOf(control) ?? []).map(({ value, label }) => ({ value: String(value), label }))
  return (
    <Editor
      label={t('Annotation layer')}
      tabs={[
        { id: 'data', label: t('Layer configuration') },
        { id: 'look', label: t('Display configuration') },
      ]}
      selected={tab}
      onSelect={setTab}
      canSave={problems.length === 0}
      onSave={() => {
        onSave(draft)
        onClose()
      }}
      onClose={onClose}
    >
      {tab === 'data' ? (
        <>
          <LayerConfiguration layer={draft} types={types} onChange={setDraft} />
          <SliceConfiguration layer={draft} onChange={setDraft} />
        </>
      ) : (
        <LayerStyleFields layer={draft} onChange={setDraft} />
      )}
      {draft !== layer && problems.length > 0 && <Banner tone="warn">{problems.join(' · ')}</Banner>}
    </Editor>
  )
}
