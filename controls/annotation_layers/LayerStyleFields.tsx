import type { LayerPartProps } from './LayerFields.tsx'
import type { AnnotationLayer } from '#core/annotation/layer.ts'
import { t } from '#core/text/t.ts'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import { ColorPicker } from '#ui/input/ColorPicker.tsx'
import { NumberField } from '#ui/input/NumberField.tsx'
import { Select } from '#ui/input/Select.tsx'

const styles = [
  ['solid', 'Solid'],
  ['dashed', 'Dashed'],
  ['longDashed', 'Long dashed'],
  ['dotted', 'Dotted'],
] as const

const opacities = [
  ['', 'Solid'],
  ['opacityLow', '0.2'],
  ['opacityMedium', '0.5'],
  ['opacityHigh', '0.8'],
] as const

/** The display options of a layer. */
export function LayerStyleFields({ layer, onChange }: LayerPartProps) {
  const set = (change: Partial<AnnotationLayer>) => onChange({ ...layer, ...change })
  return (
    <>
      <Select
        label={t('Style')}
        options={styles.map(([value, label]) => ({ value, label: t(label) }))}
        value={layer.style ?? 'solid'}
        onChange={(style) => set({ style })}
      />
      <Select
        label={t('Opacity')}
        options={opacities.map(([value, label]) => ({ value, label: t(label) }))}
        value={layer.opacity ?? ''}
        onChange={(opacity) => set({ opacity })}
      />
      <Checkbox isSelected={!layer.color} onChange={(isAutomatic) => set({ color: isAutomatic ? null : '#1a85a0' })}>
        {t('Automatic Color')}
      </Checkbox>
      {layer.color && <ColorPicker label={t('Color')} value={layer.color} onChange={(color) => set({ color })} />}
      <NumberField
        label={t('Line width')}
        min={0}
        value={layer.width ?? 1}
        onChange={(width) => set({ width: width ?? 1 })}
      />
      {layer.annotationType === 'TIME_SERIES' && (
        <>
          <Checkbox isSelected={layer.showMarkers === true} onChange={(showMarkers) => set({ showMarkers })}>
            {t('Show Markers')}
          </Checkbox>
          <Checkbox isSelected={layer.hideLine === true} onChange={(hideLine) => set({ hideLine })}>
            {t('Hide Line')}
          </Checkbox>
        </>
      )}
      <Checkbox isSelected={layer.showLabel === true} onChange={(showLabel) => set({ showLabel })}>
        {t('Show label')}
      </Checkbox>
    </>
  )
}
