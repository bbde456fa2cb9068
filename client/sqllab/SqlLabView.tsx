import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { type ExplainRequest, formatSql, type TableCreation } from '#calls/sqllab.ts'
import { CrashBoundary } from '#client/shell/CrashBoundary.tsx'
import { session } from '#client/session/session.ts'
import { hasPermission } from '#core/access/ability.ts'
import { t } from '#core/text/t.ts'
import { LinkButton } from '#ui/input/LinkButton.tsx'
import type { CodeHandle } from '#ui/input/code/pane.ts'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { SplitPane } from '#ui/layout/SplitPane.tsx'
import { Tabs } from '#ui/layout/Tabs.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { useIsNarrow } from '#ui/tokens/viewport-hooks.ts'
import { CreateTableDialog } from './CreateTableDialog.tsx'
import { EditorPane } from './EditorPane.tsx'
import { paneBounds, usePanes } from './panes.ts'
import { PlanDialog } from './PlanDialog.tsx'
import { ActiveParameterForm } from './ParameterForm.tsx'
import { ResultsPane } from './ResultsPane.tsx'
import { explainRequest, runActive, stopActive } from './run-actions.ts'
import { RunBar } from './RunBar.tsx'
import { SaveActiveQueryDialog } from './SaveQueryDialog.tsx'
import { SchemaBrowser } from './SchemaBrowser.tsx'
import { ServicesContext, ActiveEditor, type SqlLabServices, useServices } from './sql-lab-services.ts'
import styles from './SqlLab.module.css'
import { PreviewRunner } from './state/preview-runner.ts'
import { StatementRunner } from './state/runner.ts'
import { actions, SqlLabContext, type SqlLabStore, tabOf, useSqlLabStore } from './state/store.ts'
import { TabSync } from './state/tab-sync.ts'
import { TabBar } from './TabBar.tsx'
import { usePageKeys } from './use-page-keys.ts'
import type { Shortcut } from '#client/shell/page-shortcuts.ts'
import { ShortcutTables } from '#client/shell/ShortcutTables.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'

const shortcuts = (): readonly Shortcut[] => [
  { keys: 'Ctrl+Enter', act: t('Run the selection, or everything') },
  { keys: 'Shift+Enter', act: t('Run the statement at the cursor') },
  { keys: 'Alt+Enter', act: t('Preview the rows of the WITH query at the cursor') },
  { keys: 'Escape', act: t('Close completion, search or a menu; then stop the run') },
  { keys: 'Ctrl+Space', act: t('List what can stand at the cursor') },
  { keys: 'Ctrl+/', act: t('Toggle comment') },
  { keys: 'Ctrl+Shift+F', act: t('Format SQL') },
  { keys: 'Ctrl+F', act: t('Find and replace') },
  { keys: 'Ctrl+S', act: t('Save query') },
  { keys: 'Tab', act: t('Leave the editor') },
  { keys: '?', act: t('Show shortcuts') },
]

/** The keyboard shortcuts of the SQL editor. */
function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title={t('Keyboard shortcuts')} isOpen onClose={onClose}>
      <ShortcutTables groups={[{ heading: t('SQL editor'), shortcuts: shortcuts() }]} />
    </Modal>
  )
}

const withCrashBoundary = (child: ReactNode) => <CrashBoundary>{child}</CrashBoundary>

/** Links to the lists of saved queries and runs, for users who may read them. */
function Links() {
  const { user } = session()
  return (
    <>
      {hasPermission(user, 'can_read', 'SavedQuery') && (
        <LinkButton variant="quiet" icon="sql" href="/saved_query/list" isIconOnNarrow>
          {t('Saved queries')}
        </LinkButton>
      )}
      {hasPermission(user, 'can_read', 'Query') && (
        <LinkButton variant="quiet" icon="history" href="/sqllab/history" isIconOnNarrow>
          {t('Query history')}
        </LinkButton>
      )}
    </>
  )
}

/** Schema browser, editor and results side by side; stacked on a phone. */
function Work({ editor }: { readonly editor: ReactNode }) {
  const [panes, change] = usePanes()
  const [shown, setShown] = useState('results')
  if (useIsNarrow())
    return (
      <div className={styles['phone']}>
        <div className={styles['editing']}>{editor}</div>
        <Tabs
          label={t('Parts')}
          isFill
          items={[
            { id: 'results', label: t('Results') },
            { id: 'schema', label: t('Schema') },
          ]}
          selected={shown}
          onSelect={setShown}
        >
          {shown === 'results' ? withCrashBoundary(<ResultsPane />) : withCrashBoundary(<SchemaBrowser />)}
        </Tabs>
      </div>
    )
  const editorAndResults = (
    <SplitPane
      label={t('Height of the results')}
      direction="column"
      sized="second"
      size={panes.results}
      onResize={(results) => change({ results })}
      {...paneBounds.results}
      first={<div className={styles['editing']}>{editor}</div>}
      second={withCrashBoundary(<ResultsPane />)}
    />
  )
  return (
    <SplitPane
      label={t('Width of the schema browser')}
      size={panes.browser}
      onResize={(browser) => change({ browser, isBrowserHidden: false })}
      isCollapsed={panes.isBrowserHidden}
      onCollapse={(isBrowserHidden) => change({ isBrowserHidden })}
      {...paneBounds.browser}
      first={withCrashBoundary(<SchemaBrowser />)}
      second={editorAndResults}
    />
  )
}

/** Returns a function that formats the SQL of the visible tab as one undo step. */
function useFormat(store: SqlLabStore, editor: { readonly current: CodeHandle | null }) {
  return () => {
    const { activeKey } = store.getState()
    const { sql: before = '', databaseId = null } = tabOf(store.getState(), activeKey) ?? {}
    if (before.trim() === '') return
    formatSql(before, databaseId).then(
      (sql) => {
        const tab = tabOf(store.getState(), activeKey)
        // Text typed in the meantime is not replaced.
        if (!tab || tab.sql !== before || sql === before) return
        const handle = editor.current
        if (handle && store.getState().activeKey === activeKey)
          handle.replace([{ from: 0, to: before.length, text: sql }])
        else actions.changeTab(store, tab.key, { sql })
      },
      (error: Error) => toast.show({ text: t('The SQL could not be formatted: %s', error.message), tone: 'danger' }),
    )
  }
}

function servicesOf(store: SqlLabStore): SqlLabServices {
  const editor = new ActiveEditor()
  const selection = () => editor.current?.selection() ?? { from: 0, to: 0 }
  const { userId, viewAs } = session().user
  const previews = new PreviewRunner({ store, userId, selection })
  const sync = new TabSync(store, { isReadOnly: viewAs !== undefined })
  return { sync, runner: new StatementRunner(store), previews, editor }
}

/** The services of the page while it is mounted. */
function useSqlLabServices(store: SqlLabStore) {
  const services = useMemo(() => servicesOf(store), [store])
  useEffect(() => {
    const { sync, runner, previews } = services
    sync.start()
    runner.resume()
    const onHide = () => document.visibilityState === 'hidden' && sync.flush()
    window.addEventListener('pagehide', sync.flush)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      window.removeEventListener('pagehide', sync.flush)
      document.removeEventListener('visibilitychange', onHide)
      sync.flush()
      sync.stop()
      runner.dispose()
      previews.dispose()
    }
  }, [services])
  return services
}

interface EditingProps {
  readonly onExplain: (request: ExplainRequest | undefined) => void
  readonly onSave: () => void
  readonly onCreate: (method: TableCreation['method']) => void
  readonly onHelp: () => void
}

function Editing({ onExplain, onSave, ...more }: EditingProps) {
  const store = useSqlLabStore()
  const services = useServices()
  const format = useFormat(store, services.editor)
  const explain = () => onExplain(explainRequest(store, services))
  return (
    <>
      <RunBar onFormat={format} onExplain={explain} onSave={onSave} {...more} />
      <ActiveParameterForm />
      <EditorPane onFormat={format} onSave={onSave} />
    </>
  )
}

function Parts() {
  const store = useSqlLabStore()
  const services = useServices()
  const [dialog, setDialog] = useState<'save' | 'keys'>()
  const [explained, setExplained] = useState<ExplainRequest>()
  const [created, setCreated] = useState<TableCreation['method']>()
  const close = () => setDialog(undefined)
  usePageKeys({
    onRun: () => runActive(store, services, 'selection'),
    onHelp: () => setDialog('keys'),
    onStop: () => stopActive(store, services),
  })
  return (
    <>
      <TabBar />
      <div className={styles['work']}>
        <Work
          editor={withCrashBoundary(
            <Editing
              onExplain={setExplained}
              onSave={() => setDialog('save')}
              onCreate={setCreated}
              onHelp={() => setDialog('keys')}
            />,
          )}
        />
      </div>
      {dialog === 'save' && <SaveActiveQueryDialog onClose={close} />}
      {created && <CreateTableDialog method={created} onClose={() => setCreated(undefined)} />}
      {explained && <PlanDialog request={explained} onClose={() => setExplained(undefined)} />}
      {dialog === 'keys' && <KeysDialog onClose={close} />}
    </>
  )
}

/** The SQL editor: tabs, schema browser, text and results. */
export function SqlLabView({ store }: { readonly store: SqlLabStore }) {
  const services = useSqlLabServices(store)
  return (
    <SqlLabContext value={store}>
      <ServicesContext value={services}>
        <div className={styles['page']}>
          <PageHeader title={t('SQL editor')} actions={<Links />} />
          <Parts />
        </div>
      </ServicesContext>
    </SqlLabContext>
  )
}
