import { useQuery } from '@tanstack/react-query'
import { fetchChartSql } from '#calls/chart-data.ts'
import { type ChartType, toQueryContext } from '#charts/chart.ts'
import { chartType } from '#charts/index.ts'
import { session } from '#client/session/session.ts'
import { type FormData, parseDatasource } from '#core/form/form-data.ts'
import type { ColumnarResult } from '#core/query/result.ts'
import { t } from '#core/text/t.ts'
import { CopyButton } from '#ui/display/CopyButton.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Button } from '#ui/base/Button.tsx'
import { CodeEditor } from '#ui/input/CodeEditor.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { noSqlReason } from './chart-sql.ts'
import { openSqlLab } from './open-sql-lab.ts'
import { AppliedQueryFilters } from './AppliedQueryFilters.tsx'

interface Props {
  readonly form: FormData
  /** The results, if loaded: they list the applied filters. */
  readonly answers?: readonly ColumnarResult[] | null | undefined
  /** Returns the label of a column. */
  readonly titleOf?: ((name: string) => string) | undefined
  readonly onClose: () => void
}

const asNamed = (name: string) => name

/** Buttons that copy the SQL or open it in the SQL editor. */
function SqlActions({ sql, datasourceKey }: { readonly sql: string; readonly datasourceKey: string }) {
  const why = noSqlReason(session().user)
  return (
    <Inline>
      <CopyButton
        variant="button"
        label={t('Copy')}
        copiedLabel={t('Copied')}
        text={sql}
        onError={() => toast.show({ text: t('Sorry, your browser does not support copying.'), tone: 'danger' })}
      />
      {why === undefined && (
        <Button size="sm" icon="external" onPress={() => openSqlLab({ datasourceKey, sql })}>
          {t('Run in SQL Lab')}
        </Button>
      )}
    </Inline>
  )
}

/** The SQL of a form, one block per query, with the applied and the rejected filters. */
export function QueryDialog({ form, answers, titleOf = asNamed, onClose }: Props) {
  const type = chartType(form.viz_type)
  const datasource = parseDatasource(form.datasource)
  const query = useQuery({
    queryKey: ['chart-sql', form],
    enabled: type !== undefined && datasource !== null,
    queryFn: ({ signal }) =>
      fetchChartSql(toQueryContext(type as ChartType, form, datasource as { id: number; type: string }), signal),
  })
  const blocks = (query.data ?? []).map((sql, index) => ({ name: t('Query %s', index + 1), sql }))
  return (
    <Modal title={t('Query')} isOpen onClose={onClose} size="lg">
      {query.isPending && <Skeleton shape="lines" label={t('Loading')} />}
      {query.isError && <ErrorPanel title={t('The query could not be written')} text={query.error.message} />}
      <Stack gap={4}>
        {blocks.map(({ name, sql }, index) => (
          <Stack key={name} gap={2}>
            <AppliedQueryFilters answer={answers?.[index]} titleOf={titleOf} />
            <CodeEditor
              ariaLabel={name}
              value={sql}
              onChange={() => undefined}
              language="sql"
              minLines={14}
              maxLines={24}
              isReadOnly
            />
            <SqlActions sql={sql} datasourceKey={`${datasource?.id}__${datasource?.type}`} />
          </Stack>
        ))}
      </Stack>
    </Modal>
  )
}
