import { useState } from 'react'
import type { TableCreation } from '#calls/sqllab.ts'
import { ConfirmLeaveModal } from '#client/properties/ConfirmLeaveModal.tsx'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { runActive } from './run-actions.ts'
import { useServices } from './sql-lab-services.ts'
import { useSqlLabStore } from './state/store.ts'

/** Characters of a name; the server checks the limit of the database. */
const MAX_NAME = 250

interface Props {
  readonly method: TableCreation['method']
  readonly onClose: () => void
}

/** Asks for the name of a table or view to create from the rows of the SQL, and runs it. */
export function CreateTableDialog({ method, onClose }: Props) {
  const store = useSqlLabStore()
  const services = useServices()
  const [name, setName] = useState('')
  const isReady = name.trim() !== ''
  const title = method === 'TABLE' ? t('Create table as') : t('Create view as')
  const submit = () => {
    if (!isReady) return
    onClose()
    runActive(store, services, 'selection', { method, name: name.trim() })
  }
  const footer = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button isWrite variant="primary" isDisabled={!isReady} onPress={submit}>
        {t('Create')}
      </Button>
    </>
  )
  return (
    <ConfirmLeaveModal title={title} isOpen isChanged={name !== ''} onClose={onClose} footer={footer}>
      <FormStack ariaLabel={title} onSubmit={submit}>
        <TextField
          label={t('Name')}
          value={name}
          onChange={setName}
          isRequired
          autoFocus
          maxLength={MAX_NAME}
          description={
            method === 'TABLE'
              ? t('All rows of the last SELECT are stored; the row limit does not apply.')
              : t('The text must be one SELECT. The view reads its tables anew each time.')
          }
        />
      </FormStack>
    </ConfirmLeaveModal>
  )
}
