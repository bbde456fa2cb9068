import { useState } from 'react'
import { AccessFields, AdvancedFields, BasicFields, CertificationFields } from './PropertyFields.tsx'
import { AppearanceFields } from './AppearanceFields.tsx'
import { propertiesOf, propertyErrors } from './properties.ts'
import { useSaveProperties } from './use-save-properties.ts'
import { CalendarFields } from '#client/properties/CalendarFields.tsx'
import { ConfirmLeaveModal } from '#client/properties/ConfirmLeaveModal.tsx'
import { ManagedBanner } from '#client/properties/ManagedBanner.tsx'
import type { SaveFailure } from '#client/properties/save-failure.ts'
import { SavedByOthers } from '#client/properties/SavedByOthers.tsx'
import { TagField } from '#client/properties/TagField.tsx'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { useDashboard } from '../state/store.ts'

/** Shows the failure of the last save unless a field shows it. */
function Failed({ failure, onForce }: { readonly failure: SaveFailure; readonly onForce: () => void }) {
  const id = useDashboard(({ info }) => info.id)
  if (failure.isConflict)
    return (
      <Banner
        tone="warn"
        isLive
        actions={
          <Button isWrite size="sm" variant="danger" onPress={onForce}>
            {t('Overwrite theirs')}
          </Button>
        }
      >
        <SavedByOthers of="dashboard" id={id} />
      </Banner>
    )
  if (Object.keys(failure.fields).length > 0) return null
  return (
    <Banner tone="danger" isLive>
      {failure.text}
    </Banner>
  )
}

/**
 * The properties of the dashboard: name, URL, access, certification, appearance, calendar and metadata. In edit mode
 * the dialog only applies them; they are saved with the dashboard.
 */
export function PropertiesDialog({ onClose }: { readonly onClose: () => void }) {
  const info = useDashboard((state) => state.info)
  const isEditing = useDashboard((state) => state.editMode)
  const [opened] = useState(info)
  const [before] = useState(() => propertiesOf(opened))
  const [properties, change] = useState(before)
  const { isSaving, failure, save, apply } = useSaveProperties(opened, onClose)
  const isStopped = Object.keys(propertyErrors(properties, before)).length > 0 || opened.isManagedExternally
  const fields = { properties, before, change, said: failure?.fields ?? {} }
  const done = () => void (isEditing ? apply(properties) : save(properties, false))
  return (
    <ConfirmLeaveModal
      title={t('Dashboard properties')}
      isOpen
      onClose={onClose}
      isChanged={JSON.stringify(properties) !== JSON.stringify(before)}
      footer={
        <>
          <Button onPress={onClose}>{t('Cancel')}</Button>
          <Button isWrite variant="primary" isPending={isSaving} isDisabled={isStopped} isReachable onPress={done}>
            {isEditing ? t('Apply') : t('Save')}
          </Button>
        </>
      }
    >
      <FormStack ariaLabel={t('Dashboard properties')} onSubmit={() => !isStopped && !isSaving && done()}>
        {opened.isManagedExternally && <ManagedBanner url={opened.externalUrl} />}
        {failure && <Failed failure={failure} onForce={() => void save(properties, true)} />}
        <BasicFields {...fields} />
        <AccessFields {...fields} />
        <TagField
          of="dashboard"
          value={properties.tags}
          onChange={(tags) => change({ ...properties, tags })}
          error={fields.said['tags']}
        />
        <CertificationFields {...fields} />
        <AppearanceFields properties={properties} change={change} />
        <Section title={t('Days, weeks and years')} level={3} defaultOpen={false}>
          <CalendarFields
            extra={properties.metadata}
            onChange={(metadata) => change({ ...properties, metadata: metadata || '{}' })}
          />
        </Section>
        <AdvancedFields {...fields} />
      </FormStack>
    </ConfirmLeaveModal>
  )
}
