import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createDataset } from '#calls/databases.ts'
import { session } from '#client/session/session.ts'
import { useSingleMutation } from '#client/session/use-single-mutation.ts'
import { hasPermission } from '#core/access/ability.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { Button } from '#ui/base/Button.tsx'
import { useNavigateTo } from '#ui/layout/navigate-to.ts'
import { toast } from '#ui/overlay/toast.ts'
import { TablePreview } from './TablePreview.tsx'
import { tablesKey } from './use-tables.ts'

interface Props {
  readonly databaseId: number
  readonly schema: string | null
  readonly table: string
}

/** A table or view that a run has created, with actions to preview and use it. */
export function CreatedTable({ databaseId, schema, table }: Props) {
  const client = useQueryClient()
  const go = useNavigateTo()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    void client.invalidateQueries({ queryKey: tablesKey(databaseId, schema) })
  }, [client, databaseId, schema])
  const dataset = useSingleMutation({
    mutationFn: () => createDataset(databaseId, schema, table),
    onSuccess: ({ id }) => go(`/explore?dataset_id=${id}`),
    onError: (error) =>
      toast.show({ text: t('An error occurred while creating %ss: %s', t('dataset'), error.message), tone: 'danger' }),
  })
  return (
    <>
      <EmptyState
        title={t('Created %s', schema === null ? table : `${schema}.${table}`)}
        actions={
          <>
            <Button onPress={() => setShown(true)}>{t('Preview rows')}</Button>
            {hasPermission(session().user, 'can_write', 'Dataset') && (
              <Button isWrite icon="chart" isPending={dataset.isPending} onPress={() => dataset.mutate()}>
                {t('Create chart')}
              </Button>
            )}
          </>
        }
      />
      {isShown && (
        <TablePreview table={table} databaseId={databaseId} schema={schema} onClose={() => setShown(false)} />
      )}
    </>
  )
}
