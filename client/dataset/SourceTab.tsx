import { useState } from 'react'
import { t } from '#core/text/t.ts'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'
import { Switch } from '#ui/input/Switch.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { CheckedSql } from './CheckedSql.tsx'
import { sourceCheck } from './check-sql.ts'
import type { DatasetTabProps } from './edit-tab.ts'

/** The source of the dataset: a table or SQL. Read-only until the user unlocks it. */
export function SourceTab({ dataset, edit, onChange, completions }: DatasetTabProps) {
  const [isOpen, setOpen] = useState(false)
  const isVirtual = edit.sql !== null
  return (
    <Stack gap={4}>
      <Switch isSelected={isOpen} onChange={setOpen}>
        {t('Unlock to change the source')}
      </Switch>
      <RadioGroup<'table' | 'sql'>
        ariaLabel={t('Kind of source')}
        options={[
          { value: 'table', label: t('Physical (table or view)') },
          { value: 'sql', label: t('Virtual (SQL)') },
        ]}
        value={isVirtual ? 'sql' : 'table'}
        onChange={(kind) => onChange({ sql: kind === 'sql' ? (dataset.sql ?? '') : null })}
        isInline
        isDisabled={!isOpen}
      />
      <TextField
        label={t('Database')}
        value={dataset.database?.database_name ?? ''}
        onChange={() => undefined}
        isReadOnly
      />
      <TextField
        label={t('Schema')}
        value={edit.schema}
        onChange={(schema) => onChange({ schema })}
        isReadOnly={!isOpen}
        maxLength={255}
      />
      <TextField
        label={isVirtual ? t('Dataset name') : t('Table name')}
        value={edit.table_name}
        onChange={(name) => onChange({ table_name: name })}
        isReadOnly={!isOpen}
        maxLength={250}
        isRequired
      />
      {edit.sql !== null && (
        <CheckedSql
          check={sourceCheck({ dataset, edit })}
          backend={dataset.database?.backend}
          label={t('SQL')}
          value={edit.sql}
          onChange={(sql) => onChange({ sql })}
          completions={completions}
          minLines={20}
          maxLines={30}
          isReadOnly={!isOpen}
          isRequired
        />
      )}
    </Stack>
  )
}
