import { layerProblems } from './index.ts'
import { LayerEditor } from './LayerEditor.tsx'
import { layerText } from './source.ts'
import type { ControlViewProps } from '#controls/control.ts'
import { moveItem } from '#controls/shared/drag-data.ts'
import { fieldTexts } from '#controls/shared/field.ts'
import { PillList } from '#controls/shared/PillList.tsx'
import { type AnnotationLayer, newLayer } from '#core/annotation/layer.ts'
import { t } from '#core/text/t.ts'

/** Returns the key of a layer: its name, and for duplicate names also its index. */
function keyOf(layers: readonly AnnotationLayer[], index: number): string {
  const name = layers[index]?.name ?? ''
  return layers.findIndex((each) => each.name === name) === index ? name : `${name} ${index}`
}

export default function AnnotationLayersView(props: ControlViewProps<readonly AnnotationLayer[]>) {
  const { control, value = [], onChange, errors, context } = props
  const others = (index: number | undefined) => (index === undefined ? value : value.toSpliced(index, 1))
  return (
    <PillList
      field={fieldTexts(control, errors)}
      name={control.name}
      pills={value.map((layer, index) => ({
        key: keyOf(value, index),
        text: layerText(layer),
        icon: layer.show ? 'layers' : 'eye-off',
        error: layerProblems(layer, others(index), control)[0],
        note: layer.show ? context.layerErrors?.[layer.name] : undefined,
      }))}
      addText={t('Add annotation layer')}
      canAdd
      popoverLabel={t('Edit annotation layer')}
      onMove={(from, at) => onChange(moveItem(value, from, at))}
      onRemove={(index) => onChange(value.toSpliced(index, 1))}
      renderEditor={(index, close) => (
        <LayerEditor
          layer={value[index ?? -1] ?? newLayer('')}
          others={others(index)}
          control={control}
          onSave={(next) => onChange(index === undefined ? [...value, next] : value.with(index, next))}
          onClose={close}
        />
      )}
    />
  )
}
