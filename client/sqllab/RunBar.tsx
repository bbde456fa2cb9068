import { localNumber } from '#core/format/locale.ts'
import { useState } from 'react'
import { t } from '#core/text/t.ts'
import { createSqlPermalink, type ExplainRequest, type TableCreation } from '#calls/sqllab.ts'
import { session } from '#client/session/session.ts'
import { copyLink } from '#client/shell/copy-link.ts'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { Select } from '#ui/input/Select.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { CostDialog } from './CostDialog.tsx'
import { estimateRequest, mayEstimate, noRunReason, runActive, stopActive } from './run-actions.ts'
import { useServices } from './sql-lab-services.ts'
import styles from './SqlLab.module.css'
import {
  actions,
  isActive,
  queryLimits,
  type SqlLabStore,
  tabOf,
  type TabSummary,
  useActiveTab,
  useActiveTabSummary,
  useSqlLab,
  useSqlLabStore,
} from './state/store.ts'

const saveTexts = () => ({
  saved: t('Saved'),
  unsaved: t('Saving'),
  failed: t('Not saved'),
  conflict: t('Not saved'),
})

interface Props {
  readonly onFormat: () => void
  readonly onExplain: () => void
  readonly onSave: () => void
  readonly onCreate: (method: TableCreation['method']) => void
  readonly onHelp: () => void
}

function copySharedLink(store: SqlLabStore, { key }: TabSummary): void {
  const tab = tabOf(store.getState(), key)
  if (!tab) return
  const { databaseId, label, schema, sql, templateParams } = tab
  void copyLink(() => createSqlPermalink({ dbId: databaseId, name: label, schema, sql, templateParams }))
}

/** Further actions on the text. */
function MoreMenu({ onFormat, onExplain, onCreate, onHelp }: Omit<Props, 'onSave'>) {
  const store = useSqlLabStore()
  const services = useServices()
  const tab = useActiveTabSummary()
  const database = useSqlLab((state) => state.databases[String(tab?.databaseId)])
  const reason = noRunReason()
  const mayRun = reason === undefined
  const disabled = mayRun ? {} : { isDisabled: true, why: reason }
  return (
    <Menu
      label={t('Editor')}
      trigger={<IconButton icon="more" label={t('Options for the editor')} />}
      items={[
        { id: 'format', label: t('Format SQL'), icon: 'code', keys: 'Ctrl+Shift+F', isWrite: true, onAction: onFormat },
        {
          id: 'comment',
          label: t('Toggle comment'),
          icon: 'hash',
          keys: 'Ctrl+/',
          onAction: () => services.editor.current?.toggleComment(),
        },
        {
          id: 'statement',
          label: t('Run the statement at the cursor'),
          icon: 'play',
          keys: 'Shift+Enter',
          onAction: () => runActive(store, services, 'statement'),
          ...disabled,
        },
        { id: 'explain', label: t('Show the query plan'), icon: 'list', onAction: onExplain, ...disabled },
        ...(mayRun && database?.allow_ctas
          ? [{ id: 'ctas', label: t('Create table as…'), icon: 'plus' as const, onAction: () => onCreate('TABLE') }]
          : []),
        ...(mayRun && database?.allow_cvas
          ? [{ id: 'cvas', label: t('Create view as…'), icon: 'plus' as const, onAction: () => onCreate('VIEW') }]
          : []),
        { id: 'keys', label: t('Keyboard shortcuts'), icon: 'keyboard', keys: '?', onAction: onHelp },
      ]}
    />
  )
}

/** Shows the estimated cost of the selection, or of all statements. */
function CostButton({ isDisabled }: { readonly isDisabled: boolean }) {
  const store = useSqlLabStore()
  const services = useServices()
  const [request, setRequest] = useState<ExplainRequest>()
  return (
    <>
      <Button
        icon="chart-number"
        variant="quiet"
        isIconOnNarrow
        isDisabled={isDisabled}
        onPress={() => setRequest(estimateRequest(store, services))}
      >
        {t('Estimate cost')}
      </Button>
      {request && <CostDialog request={request} onClose={() => setRequest(undefined)} />}
    </>
  )
}

function SaveStatus() {
  const tab = useActiveTab()
  return (
    <span className={styles['saveState']} role="status">
      {tab && saveTexts()[session().user.viewAs ? 'failed' : tab.saveState]}
    </span>
  )
}

/** Buttons to run and stop the SQL of the active tab, its row limit, and further actions. */
export function RunBar({ onSave, ...more }: Props) {
  const store = useSqlLabStore()
  const services = useServices()
  const tab = useActiveTabSummary()
  const query = useSqlLab((state) => state.queries[tab?.latestQueryId ?? ''])
  const hasSelection = useSqlLab((state) => state.hasSelection)
  const database = useSqlLab((state) => state.databases[String(tab?.databaseId)])
  const isRunning = isActive(query)
  const reason = noRunReason()
  if (!tab) return null
  return (
    <div className={styles['runBar']} role="group" aria-label={t('Run')}>
      {isRunning ? (
        <Button isWrite variant="danger" icon="stop" onPress={() => stopActive(store, services)}>
          {t('Stop')}
        </Button>
      ) : (
        <Button
          variant="primary"
          icon="play"
          isDisabled={reason !== undefined || !tab.isLoaded}
          {...(reason === undefined ? {} : { tooltip: reason })}
          onPress={() => runActive(store, services, 'selection')}
        >
          {hasSelection ? t('Run selection') : t('Run')}
        </Button>
      )}
      <Select<number>
        ariaLabel={t('Row limit')}
        value={tab.queryLimit}
        options={queryLimits(tab.queryLimit, session().settings.sqlRowLimit).map((limit) => ({
          value: limit,
          label: t('%s rows', localNumber.format(limit)),
        }))}
        onChange={(queryLimit) => actions.changeTab(store, tab.key, { queryLimit })}
        size="md"
        variant="quiet"
      />
      <SaveStatus />
      {mayEstimate(database) && <CostButton isDisabled={!tab.isLoaded} />}
      <Button isWrite icon="save" variant="quiet" isIconOnNarrow onPress={onSave}>
        {t('Save query')}
      </Button>
      <Button isWrite icon="share" variant="quiet" isIconOnNarrow onPress={() => copySharedLink(store, tab)}>
        {t('Share')}
      </Button>
      <MoreMenu {...more} />
    </div>
  )
}
