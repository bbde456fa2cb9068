import { readSpatial, type Spatial, spatial, spatialFields, spatialText } from './index.ts'
import type { ControlViewProps } from '#controls/control.ts'
import { fieldTexts } from '#controls/shared/field.ts'
import { ItemEditor } from '#controls/shared/ItemEditor.tsx'
import { PillList } from '#controls/shared/PillList.tsx'
import { t } from '#core/text/t.ts'

export default function SpatialView({ control, value, onChange, errors, context }: ControlViewProps<Spatial>) {
  const problem = (draft: unknown) => spatial.check(readSpatial(draft), control)[0]
  const problemText = value && problem(value)
  return (
    <PillList
      field={fieldTexts(control, errors)}
      pills={value ? [{ key: 'value', text: spatialText(value), icon: 'pin', error: problemText }] : []}
      addText={t('Select longitude and latitude')}
      canAdd={value === undefined}
      popoverLabel={t('Longitude and latitude')}
      width={300}
      onRemove={() => onChange(undefined)}
      renderEditor={(_, close) => (
        <ItemEditor
          item={{ ...(value ?? readSpatial({ type: 'latlong' })) }}
          fields={spatialFields}
          context={context}
          tidy={(draft) => ({ ...readSpatial(draft) })}
          problem={problem}
          onSave={(draft) => onChange(readSpatial(draft))}
          onClose={close}
        />
      )}
    />
  )
}
