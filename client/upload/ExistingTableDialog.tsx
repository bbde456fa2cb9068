import { useState } from 'react'
import type { FileUpload } from '#calls/uploads.ts'
import { ConfirmLeaveModal } from '#client/properties/ConfirmLeaveModal.tsx'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { nextTableName } from './table-name.ts'

type ExistingTableMode = 'replace' | 'append' | 'rename'

interface Props {
  /** The table name in use. */
  readonly table: string
  readonly isPending: boolean
  readonly problem: string | undefined
  readonly onChoose: (choice: Pick<FileUpload, 'table' | 'existing'>) => void
  readonly onClose: () => void
}

const modeOptions = () =>
  [
    { value: 'rename', label: t('Another table'), description: t('The existing table does not change.') },
    {
      value: 'append',
      label: t('More rows of it'),
      description: t('The rows of the file are added at its end.'),
    },
    {
      value: 'replace',
      label: t('Instead of it'),
      description: t('Its rows are deleted; its charts show the rows of the file.'),
    },
  ] as const

/** Asks what to do with a file whose table already exists: create another table, replace it, or append. */
export function ExistingTableDialog({ table, isPending, problem, onChoose, onClose }: Props) {
  const [mode, setMode] = useState<ExistingTableMode>('rename')
  const [name, setName] = useState(nextTableName(table))
  const isNamed = name.trim() !== '' && name.trim() !== table
  const isChanged = mode !== 'rename' || name !== nextTableName(table)
  const isReady = mode !== 'rename' || isNamed
  const choose = () => {
    if (!isReady || isPending) return
    onChoose(mode === 'rename' ? { table: name.trim(), existing: 'fail' } : { table, existing: mode })
  }
  return (
    <ConfirmLeaveModal
      title={t('The table "%s" already exists', table)}
      isOpen
      isChanged={isChanged}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('Cancel')}</Button>
          <Button
            isWrite
            variant={mode === 'replace' ? 'danger' : 'primary'}
            isDisabled={!isReady}
            isPending={isPending}
            onPress={choose}
          >
            {{ replace: t('Replace'), append: t('Append'), rename: t('Load') }[mode]}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          choose()
        }}
      >
        <Stack gap={4}>
          {problem !== undefined && (
            <Banner tone="danger" isLive>
              {problem}
            </Banner>
          )}
          <RadioGroup<ExistingTableMode>
            label={t('What to do with this file')}
            value={mode}
            onChange={setMode}
            options={modeOptions()}
          />
          {mode === 'rename' && <TextField label={t('Table name')} value={name} onChange={setName} />}
        </Stack>
      </form>
    </ConfirmLeaveModal>
  )
}
