import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { chartChanges, type ChartProperties, chartProperties } from './chart-properties.ts'
import { ManagedBanner } from './ManagedBanner.tsx'
import { ConfirmLeaveModal } from './ConfirmLeaveModal.tsx'
import { RelatedField } from './RelatedField.tsx'
import { saveFailure, type SaveFailure } from './save-failure.ts'
import { TagField } from './TagField.tsx'
import { SavedByOthers } from './SavedByOthers.tsx'
import { fetchResource, updateResource } from '#calls/resources.ts'
import { ensureTags } from '#calls/tags.ts'
import type { ChartResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Button } from '#ui/base/Button.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { NumberField } from '#ui/input/NumberField.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { toast } from '#ui/overlay/toast.ts'

interface Props {
  readonly id: number
  readonly onClose: () => void
  /** Called with the saved chart. */
  readonly onSaved?: ((chart: ChartResponse) => void) | undefined
}

interface FieldsProps {
  readonly properties: ChartProperties
  readonly change: (properties: ChartProperties) => void
  /** The server's error per field, by wire name. */
  readonly said: Readonly<Record<string, string>>
}

/** The maximum cache timeout in seconds: the largest signed 32-bit integer. */
const MAX_SECONDS = 2_147_483_647

function Fields({ properties, change, said }: FieldsProps) {
  const set = (next: Partial<ChartProperties>) => change({ ...properties, ...next })
  return (
    <>
      <TextField
        label={t('Name')}
        isRequired
        autoFocus
        maxLength={250}
        value={properties.name}
        onChange={(name) => set({ name })}
        error={said['slice_name'] ?? (properties.name.trim() === '' ? t('Name is required') : undefined)}
      />
      <TextField
        label={t('Description')}
        description={t('Markdown; it is shown under the name of the chart on dashboards')}
        isMultiline
        rows={3}
        value={properties.description}
        onChange={(description) => set({ description })}
        error={said['description']}
      />
      <RelatedField
        of="chart"
        label={t('Owners')}
        field="owners"
        description={t('They may change the chart')}
        value={properties.owners}
        onChange={(owners) => set({ owners })}
        error={said['owners']}
      />
      <TagField of="chart" value={properties.tags} onChange={(tags) => set({ tags })} error={said['tags']} />
      <NumberField
        label={t('Cache timeout')}
        description={t("Cache timeout in seconds. Leave empty to use the dataset's setting.")}
        min={-1}
        max={MAX_SECONDS}
        value={properties.cacheTimeout}
        onChange={(cacheTimeout) => set({ cacheTimeout })}
        error={said['cache_timeout']}
      />
      <TextField
        label={t('Certified by')}
        description={t('Person or group that has certified this chart')}
        value={properties.certifiedBy}
        onChange={(certifiedBy) => set({ certifiedBy })}
        error={said['certified_by']}
      />
      <TextField
        label={t('Certification details')}
        isDisabled={properties.certifiedBy.trim() === ''}
        value={properties.certificationDetails}
        onChange={(certificationDetails) => set({ certificationDetails })}
        error={said['certification_details']}
      />
    </>
  )
}

function Failed({ id, failure, onForce }: { id: number; failure: SaveFailure; onForce: () => void }) {
  if (Object.keys(failure.fields).length > 0) return null
  const overwrite = (
    <Button isWrite size="sm" variant="danger" onPress={onForce}>
      {t('Overwrite theirs')}
    </Button>
  )
  return (
    <Banner tone={failure.isConflict ? 'warn' : 'danger'} isLive actions={failure.isConflict && overwrite}>
      {failure.isConflict ? <SavedByOthers of="chart" id={id} /> : failure.text}
    </Banner>
  )
}

/** Saves the changed properties; the input stays until it is saved. */
function useSave(chart: ChartResponse, { onClose, onSaved }: Props) {
  const client = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<SaveFailure>()
  const save = async (after: ChartProperties, isForced = false) => {
    const before = chartProperties(chart)
    if (isSaving) return
    if (Object.keys(chartChanges(before, after)).length === 0) return onClose()
    setSaving(true)
    setFailure(undefined)
    try {
      const body = chartChanges(before, { ...after, tags: await ensureTags(after.tags) })
      await updateResource('chart', chart.id, body, isForced ? undefined : chart.version)
      const stored = await fetchResource<ChartResponse>('chart', chart.id)
      void client.invalidateQueries({ queryKey: ['list'] })
      onSaved?.(stored)
      toast.show({ text: t('Chart [%s] has been saved', stored.slice_name), tone: 'good' })
      onClose()
    } catch (error) {
      setFailure(saveFailure(error))
      setSaving(false)
    }
  }
  return { isSaving, failure, save }
}

function Loaded({ chart, ...props }: Props & { readonly chart: ChartResponse }) {
  const [properties, change] = useState(() => chartProperties(chart))
  const { isSaving, failure, save } = useSave(chart, props)
  const isManaged = chart.is_managed_externally === true
  const isWrong = properties.name.trim() === ''
  const isChanged = Object.keys(chartChanges(chartProperties(chart), properties)).length > 0
  const submit = () => {
    if (!isWrong && !isManaged) void save(properties)
  }
  return (
    <ConfirmLeaveModal
      title={t('Chart properties')}
      isOpen
      onClose={props.onClose}
      isChanged={isChanged}
      footer={
        <>
          <Button onPress={props.onClose}>{t('Cancel')}</Button>
          <Button
            isWrite
            variant="primary"
            isPending={isSaving}
            isDisabled={isWrong || isManaged}
            isReachable
            onPress={submit}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      <FormStack ariaLabel={t('Chart properties')} onSubmit={submit}>
        {isManaged && <ManagedBanner url={chart.external_url} />}
        {failure && <Failed id={chart.id} failure={failure} onForce={() => void save(properties, true)} />}
        <Fields properties={properties} change={change} said={failure?.fields ?? {}} />
      </FormStack>
    </ConfirmLeaveModal>
  )
}

/** The properties of a chart: name, description, owners, cache timeout, certification. */
export function ChartPropertiesDialog(props: Props) {
  const stored = useQuery({
    queryKey: ['chart-properties', props.id],
    queryFn: ({ signal }) => fetchResource<ChartResponse>('chart', props.id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  if (stored.data) return <Loaded {...props} chart={stored.data} />
  return (
    <Modal
      title={t('Chart properties')}
      isOpen
      onClose={props.onClose}
      footer={<Button onPress={props.onClose}>{t('Cancel')}</Button>}
    >
      {stored.error ? (
        <Banner tone="danger" isLive>
          {stored.error.message}
        </Banner>
      ) : (
        <Skeleton shape="block" label={t('Loading the chart')} />
      )}
    </Modal>
  )
}
