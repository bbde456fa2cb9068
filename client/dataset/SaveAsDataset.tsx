import { useState } from 'react'
import { fetchDataset } from '#calls/datasets.ts'
import { createResource } from '#calls/resources.ts'
import { ConfirmLeaveModal } from '#client/properties/ConfirmLeaveModal.tsx'
import { session } from '#client/session/session.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import type { DatasetResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { copySql } from './dataset-sql.ts'

interface Props {
  readonly dataset: DatasetResponse
  readonly onClose: () => void
  readonly onSaved: (dataset: DatasetResponse) => void
}

/** Saves the SQL as a new dataset with its own name and switches the chart to it. */
export function SaveAsDataset({ dataset, onClose, onSaved }: Props) {
  const [offered] = useState(() => t('%s copy', dataset.table_name))
  const [name, setName] = useState(offered)
  const save = useSingleMutation({
    mutationFn: async () => {
      const sql = await copySql(dataset, session().flags.ENABLE_TEMPLATE_PROCESSING)
      const body = { database: dataset.database?.id, schema: dataset.schema ?? null, table_name: name.trim(), sql }
      return fetchDataset((await createResource('dataset', body)).id)
    },
    onSuccess: (made) => {
      onSaved(made)
      onClose()
      toast.show({ text: t('The dataset has been saved'), tone: 'good' })
    },
  })
  const canSave = name.trim() !== ''
  const submit = () => canSave && save.mutate()
  const buttons = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button isWrite variant="primary" isDisabled={!canSave} isPending={save.isPending} onPress={submit}>
        {t('Save')}
      </Button>
    </>
  )
  return (
    <ConfirmLeaveModal
      title={t('Save as dataset')}
      isOpen
      isChanged={name !== offered}
      onClose={onClose}
      size="sm"
      footer={buttons}
    >
      <FormStack ariaLabel={t('Save as dataset')} onSubmit={submit}>
        {save.error && (
          <Banner tone="danger">
            {t('An error occurred while creating %ss: %s', t('dataset'), save.error.message)}
          </Banner>
        )}
        <TextField label={t('Dataset name')} value={name} onChange={setName} isRequired autoFocus maxLength={250} />
      </FormStack>
    </ConfirmLeaveModal>
  )
}
