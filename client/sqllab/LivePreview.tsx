import { localNumber } from '#core/format/locale.ts'
import { useMemo } from 'react'
import { useTableRows } from '#client/chart/use-result-rows.ts'
import type { SqlPreviewJson } from '#core/rest/sqllab.ts'
import { t, tn } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Button } from '#ui/base/Button.tsx'
import { Switch } from '#ui/input/Switch.tsx'
import { resultDisplay, RowsTable } from './ResultGrid.tsx'
import { resultTable } from './result-table.ts'
import { useServices } from './sql-lab-services.ts'
import styles from './SqlLab.module.css'
import { type SqlPreview, useSqlLab } from './state/store.ts'

/** Returns the rows of a preview as text: their number, their CTE and how long they took. */
function rowsText({ cte, result, milliseconds = 0 }: SqlPreview): string {
  if (!result) return ''
  const count = localNumber.format(result.data.length)
  const rows = result.limited ? t('First %s rows', count) : tn('%s row', '%s rows', result.data.length, count)
  const parts = [...(cte === undefined ? [] : [cte]), rows, t('%s ms', localNumber.format(milliseconds))]
  return parts.join(' · ')
}

function Rows({ result }: { readonly result: SqlPreviewJson }) {
  const table = useMemo(() => resultTable(result), [result])
  const shown = useTableRows(table, '', resultDisplay)
  if (table.rowCount === 0) return <EmptyState title={t('The statement returns no rows')} />
  return <RowsTable label={t('Rows of the preview')} shown={shown} types={result.columns.map(({ type }) => type)} />
}

/** The first rows of the statement at the cursor or of a CTE; dimmed while they are those of an earlier text. */
export function LivePreview({ preview }: { readonly preview: SqlPreview | undefined }) {
  const { previews } = useServices()
  const isOn = useSqlLab((state) => state.isPreviewOn)
  const isCurrent = preview?.state === 'shown'
  const result = preview?.result
  return (
    <div className={styles['panel']}>
      <div className={styles['tools']}>
        <Switch isSelected={isOn} onChange={(next) => previews.switch(next)}>
          {t('Preview while typing')}
        </Switch>
        {preview && result && <span className={styles['count']}>{rowsText(preview)}</span>}
      </div>
      {preview?.hasNoResponse ? (
        <ErrorPanel
          title={t("Can't reach the server.")}
          actions={<Button onPress={previews.retry}>{t('Try again')}</Button>}
        />
      ) : (
        preview?.message !== undefined && <p className={styles['previewMessage']}>{preview.message}</p>
      )}
      {result ? (
        <div className={styles['table']} data-outdated={isCurrent ? undefined : true} aria-busy={!isCurrent}>
          <Rows key={result.columns.map(({ name }) => name).join('\n')} result={result} />
        </div>
      ) : (
        preview?.message === undefined && (
          <EmptyState
            title={t('No preview yet')}
            text={
              isOn
                ? t('Type a SELECT to see its first rows, or click the eye next to a name in a WITH clause.')
                : t('Click the eye next to a name in a WITH clause to see its rows.')
            }
          />
        )
      )}
    </div>
  )
}
