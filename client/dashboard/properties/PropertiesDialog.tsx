import { useState } from 'react'
import { LookFields } from './LookFields.tsx'
import { type Properties, propertiesOf, wrongIn } from './properties.ts'
import { RelatedField } from './RelatedField.tsx'
import { useSaveProperties } from './use-save-properties.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/input/Button.tsx'
import { CodeEditor } from '#ui/input/CodeEditor.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { TextField } from '#ui/input/TextField.tsx'
import { Section } from '#ui/layout/Section.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { useDashboard } from '../state/store.ts'

interface FieldsProps {
  readonly properties: Properties
  readonly change: (properties: Properties) => void
  /** What the server said of a field, by its name on the wire. */
  readonly said: Readonly<Record<string, string>>
}

function Basics({ properties, change, said }: FieldsProps) {
  const wrong = wrongIn(properties)
  return (
    <>
      <TextField
        label={t('Title')}
        isRequired
        autoFocus
        value={properties.title}
        onChange={(title) => change({ ...properties, title })}
        error={said['dashboard_title'] ?? (wrong.title ? t('Title is required') : undefined)}
      />
      <TextField
        label={t('URL slug')}
        description={t('A readable address: /dashboard/ and this name')}
        value={properties.slug}
        onChange={(slug) => change({ ...properties, slug })}
        error={said['slug']}
      />
    </>
  )
}

function Access({ properties, change, said }: FieldsProps) {
  const owners = useDashboard(({ info }) => info.owners)
  const roles = useDashboard(({ info }) => info.roles)
  const named = owners.map((each) => ({ value: each.id, label: `${each.first_name} ${each.last_name}`.trim() }))
  return (
    <>
      <RelatedField
        label={t('Owners')}
        field="owners"
        description={t('They may change the dashboard')}
        known={named}
        value={properties.owners}
        onChange={(value) => change({ ...properties, owners: value })}
        error={said['owners']}
      />
      <RelatedField
        label={t('Roles')}
        field="roles"
        description={t(
          'Where the server shows dashboards by role, these may read it; else whoever may see its datasets',
        )}
        known={roles.map(({ id, name }) => ({ value: id, label: name }))}
        value={properties.roles}
        onChange={(value) => change({ ...properties, roles: value })}
        error={said['roles']}
      />
    </>
  )
}

function Certification({ properties, change, said }: FieldsProps) {
  return (
    <>
      <TextField
        label={t('Certified by')}
        description={t('Person or group that has certified this dashboard')}
        value={properties.certifiedBy}
        onChange={(certifiedBy) => change({ ...properties, certifiedBy })}
        error={said['certified_by']}
      />
      <TextField
        label={t('Certification details')}
        value={properties.certificationDetails}
        onChange={(certificationDetails) => change({ ...properties, certificationDetails })}
        error={said['certification_details']}
      />
    </>
  )
}

function Advanced({ properties, change, said }: FieldsProps) {
  const isWrong = wrongIn(properties).metadata !== undefined
  return (
    <Section title={t('Advanced')} level={3} defaultOpen={false} hasError={isWrong}>
      <CodeEditor
        label={t('JSON metadata')}
        description={t(
          'All that is kept of the dashboard beside its layout; what the fields above say stands here too',
        )}
        language="json"
        value={properties.metadata}
        onChange={(metadata) => change({ ...properties, metadata })}
        error={said['json_metadata'] ?? (isWrong ? t('This is no JSON object') : undefined)}
        maxLines={16}
      />
    </Section>
  )
}

/** What the dashboard says about itself: name, address, who may, certification, looks and metadata. */
export function PropertiesDialog({ onClose }: { readonly onClose: () => void }) {
  const info = useDashboard((state) => state.info)
  const [before] = useState(() => propertiesOf(info))
  const [properties, change] = useState(before)
  const { isSaving, failure, save } = useSaveProperties(before, onClose)
  const isWrong = Object.keys(wrongIn(properties)).length > 0
  const fields = { properties, change, said: failure?.fields ?? {} }
  const isNamed = Object.keys(fields.said).length > 0
  return (
    <Modal
      title={t('Dashboard properties')}
      isOpen
      onClose={onClose}
      isMaskClosable={false}
      footer={
        <>
          <Button onPress={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            isPending={isSaving}
            isDisabled={isWrong}
            isReachable
            onPress={() => void save(properties, false)}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      <FormStack ariaLabel={t('Dashboard properties')}>
        {failure?.isConflict && (
          <Banner
            tone="warn"
            isLive
            actions={
              <Button size="sm" variant="danger" onPress={() => void save(properties, true)}>
                {t('Overwrite theirs')}
              </Button>
            }
          >
            {t('Someone else has saved this dashboard in the meantime')}
          </Banner>
        )}
        {failure && !failure.isConflict && !isNamed && (
          <Banner tone="danger" isLive>
            {failure.text}
          </Banner>
        )}
        <Basics {...fields} />
        <Access {...fields} />
        <Certification {...fields} />
        <LookFields properties={properties} change={change} />
        <Advanced {...fields} />
      </FormStack>
    </Modal>
  )
}
