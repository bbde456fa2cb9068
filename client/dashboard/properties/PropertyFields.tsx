import { LabelColors } from './LabelColors.tsx'
import { type Properties, propertyErrors } from './properties.ts'
import { visibilityText } from './visibility.ts'
import { RelatedField } from '#client/properties/RelatedField.tsx'
import { t } from '#core/text/t.ts'
import { CodeEditor } from '#ui/input/CodeEditor.tsx'
import { Switch } from '#ui/input/Switch.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Section } from '#ui/layout/Section.tsx'

interface FieldsProps {
  readonly properties: Properties
  /** The values when the dialog was opened. */
  readonly before: Properties
  readonly change: (properties: Properties) => void
  /** The server's error per field, by wire name. */
  readonly said: Readonly<Record<string, string>>
}

export function BasicFields({ properties, before, change, said }: FieldsProps) {
  const errors = propertyErrors(properties, before)
  return (
    <>
      <TextField
        label={t('Title')}
        isRequired
        autoFocus
        maxLength={500}
        value={properties.title}
        onChange={(title) => change({ ...properties, title })}
        error={said['dashboard_title'] ?? (errors.title ? t('Title is required') : undefined)}
      />
      <TextField
        label={t('URL slug')}
        description={t('URL slug, used in /dashboard/<slug>')}
        maxLength={255}
        value={properties.slug}
        onChange={(slug) => change({ ...properties, slug })}
        error={said['slug']}
      />
      <Switch
        isSelected={properties.published}
        onChange={(published) => change({ ...properties, published })}
        description={visibilityText(properties.published, properties.roles.length > 0)}
      >
        {t('Published')}
      </Switch>
    </>
  )
}

export function AccessFields({ properties, change, said }: FieldsProps) {
  return (
    <>
      <RelatedField
        of="dashboard"
        label={t('Owners')}
        field="owners"
        description={t('They may change the dashboard')}
        value={properties.owners}
        onChange={(owners) => change({ ...properties, owners })}
        error={said['owners']}
      />
      <RelatedField
        of="dashboard"
        label={t('Roles')}
        field="roles"
        description={t(
          'If access by dashboard roles is on, these roles can open the dashboard; otherwise, users with access to its datasets',
        )}
        value={properties.roles}
        onChange={(roles) => change({ ...properties, roles })}
        error={said['roles']}
      />
    </>
  )
}

export function CertificationFields({ properties, change, said }: FieldsProps) {
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
        isDisabled={properties.certifiedBy.trim() === ''}
        error={said['certification_details']}
      />
    </>
  )
}

/** Label colors, and all metadata as text. */
export function AdvancedFields({ properties, before, change, said }: FieldsProps) {
  const metadataError = propertyErrors(properties, before).metadata
  const texts = { json: t('This is no JSON object'), scheme: t('A valid color scheme is required'), empty: undefined }
  return (
    <Section title={t('Advanced')} level={3} defaultOpen={false} hasError={metadataError !== undefined}>
      <LabelColors properties={properties} change={change} />
      <CodeEditor
        label={t('JSON metadata')}
        description={t('All stored properties of the dashboard except its layout, including the fields above')}
        language="json"
        value={properties.metadata}
        onChange={(metadata) => change({ ...properties, metadata })}
        error={said['json_metadata'] ?? (metadataError && texts[metadataError])}
        maxLines={16}
      />
    </Section>
  )
}
