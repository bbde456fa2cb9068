import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '#core/text/t.ts'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { Button } from '#ui/base/Button.tsx'
import type { CodeMarker } from '#ui/input/code/marks.ts'
import type { CodeHandle, CodeKey, CodePaneOptions, CodeRange } from '#ui/input/code/pane.ts'
import { CodePane } from '#ui/input/CodePane.tsx'
import { useWriteAction } from '#ui/overlay/use-write-action.ts'
import { dialectOf } from './dialect.ts'
import { errorMarks } from './error-marks.ts'
import { FindPanel } from './FindPanel.tsx'
import { findMatches, matchFrom } from './find-text.ts'
import { cteQueries } from './preview-sql.ts'
import { mayRunSql, runActive, stopActive } from './run-actions.ts'
import { useServices } from './sql-lab-services.ts'
import styles from './SqlLab.module.css'
import type { PreviewRunner } from './state/preview-runner.ts'
import { actions, type EditorTab, useSqlLab, useSqlLabStore } from './state/store.ts'
import { LeaveConfirmation, TabNotices } from './TabNotices.tsx'
import { useCompletion } from './use-completion.ts'

interface Props {
  readonly onFormat: () => void
  readonly onSave: () => void
}

interface EditorProps extends Props {
  readonly tab: EditorTab
  readonly isShown: boolean
}

/** The state of a text search: matches and the current one. */
function useFind(text: string, handle: { readonly current: CodeHandle | null }) {
  const [isOpen, setOpen] = useState(false)
  const [phrase, setPhrase] = useState('')
  const [isCaseSensitive, setCaseSensitive] = useState(false)
  const [current, setCurrent] = useState(-1)
  const ranges = useMemo(
    () => (isOpen ? findMatches(text, phrase, isCaseSensitive) : []),
    [isOpen, text, phrase, isCaseSensitive],
  )
  const at = Math.min(current, ranges.length - 1)
  const go = (index: number, of: readonly CodeRange[] = ranges) => {
    setCurrent(index)
    const range = of[index]
    if (range) handle.current?.select(range, true)
  }
  return {
    isOpen,
    setOpen,
    phrase,
    isCaseSensitive,
    setCaseSensitive,
    ranges,
    at,
    go,
    search(next: string) {
      setPhrase(next)
      const matches = findMatches(text, next, isCaseSensitive)
      go(matchFrom(matches, handle.current?.selection().from ?? 0), matches)
    },
  }
}

/** Returns key handlers that call the latest functions. They are the same objects, so the editor is not recreated. */
function useKeys(runners: Readonly<Record<string, () => boolean>>): readonly CodeKey[] {
  const latest = useRef(runners)
  useEffect(() => {
    latest.current = runners
  })
  const names = Object.keys(runners).join(' ')
  return useMemo(() => names.split(' ').map((key) => ({ key, run: () => latest.current[key]?.() ?? false })), [names])
}

/** Registers the editor of the visible tab with the page. */
function useShownEditor(handle: { readonly current: CodeHandle | null }, isShown: boolean): void {
  const { editor } = useServices()
  useEffect(() => (isShown ? editor.show(editorProxy(handle)) : undefined), [isShown, editor, handle])
}

/** Returns the error marks of the latest run of a tab. */
function useErrorMarks({ sql, latestQueryId }: EditorTab): readonly CodeMarker[] {
  const query = useSqlLab((state) => state.queries[latestQueryId ?? ''])
  const offset = useSqlLab((state) => state.offsets[latestQueryId ?? ''])
  return useMemo(() => errorMarks(sql, query, offset), [sql, query, offset])
}

/** Returns the key bindings of an editor. Escape closes the list of completions first. */
function useTabKeys(find: ReturnType<typeof useFind>, { onFormat, onSave }: Props): readonly CodeKey[] {
  const store = useSqlLabStore()
  const services = useServices()
  const format = useWriteAction(onFormat)
  const save = useWriteAction(onSave)
  const does = (act: () => void) => () => {
    act()
    return true
  }
  return useKeys({
    'Shift-Enter': does(() => runActive(store, services, 'statement')),
    'Mod-Shift-f': does(format),
    'Mod-f': does(() => find.setOpen(true)),
    'Mod-s': does(save),
    'Alt-Enter': () => {
      const { editor, previews } = services
      const { from = 0 } = editor.current?.selection() ?? {}
      const ctes = mayRunSql() ? cteQueries(editor.current?.text() ?? '') : []
      const cte = ctes.findLast(({ range }) => range.from <= from) ?? ctes[0]
      if (cte) previews.previewCte(cte.sql, cte.name)
      return cte !== undefined
    },
    Escape: () => {
      if (!find.isOpen) return stopActive(store, services)
      find.setOpen(false)
      return true
    },
  })
}

/** Returns the buttons that preview the rows of each CTE of the text. */
function cteLenses(previews: PreviewRunner): NonNullable<CodePaneOptions['lenses']> {
  return {
    find: (text) => cteQueries(text).map(({ name, range }) => ({ at: range.to, label: t('Preview rows of %s', name) })),
    onPress: ({ at }, text) => {
      const cte = cteQueries(text).find(({ range }) => range.to === at)
      if (cte) previews.previewCte(cte.sql, cte.name)
    },
  }
}

/** The text of a tab: highlighting, completion, error marks, search. */
function TabEditor({ tab, isShown, ...pageActions }: EditorProps) {
  const store = useSqlLabStore()
  const services = useServices()
  const handle = useRef<CodeHandle>(null)
  const backend = useSqlLab((state) => state.databases[String(tab.databaseId)]?.backend)
  const find = useFind(tab.sql, handle)
  const mayRun = mayRunSql()
  const hasDatabase = tab.databaseId !== null
  const complete = useCompletion(tab)
  const keys = useTabKeys(find, pageActions)
  const markers = useErrorMarks(tab)
  useShownEditor(handle, isShown)
  const onHandle = useCallback((made: CodeHandle | null) => {
    handle.current = made
  }, [])
  const { ranges, at } = find
  const onSelect = useCallback(
    ({ from, to }: CodeRange) => {
      if (store.getState().hasSelection !== (from !== to)) store.setState({ hasSelection: from !== to })
    },
    [store],
  )
  const lenses = useMemo(() => cteLenses(services.previews), [services])
  const options = useMemo(
    () => ({
      dialect: dialectOf(backend),
      complete,
      keys,
      onHandle,
      onSelect,
      ...(mayRun && hasDatabase ? { lenses } : {}),
      ...(ranges.length > 0 ? { found: { ranges, current: at } } : {}),
    }),
    [backend, complete, keys, onHandle, onSelect, ranges, at, lenses, mayRun, hasDatabase],
  )
  const closeFind = () => {
    find.setOpen(false)
    handle.current?.focus()
  }
  return (
    <div className={styles['editor']} hidden={!isShown}>
      {find.isOpen && <FindPanel find={find} editor={handle} onClose={closeFind} />}
      <CodePane
        label={t('SQL of %s', tab.label)}
        value={tab.sql}
        onChange={(sql) => {
          actions.changeTab(store, tab.key, { sql })
          if (mayRun) services.previews.typed()
        }}
        placeholder={t('Write SQL here. Ctrl + Enter runs it.')}
        markers={markers}
        onEnter={() => runActive(store, services, 'selection')}
        options={options}
        autoFocus={isShown && tab.sql === ''}
      />
    </div>
  )
}

/** Forwards calls to an editor that may mount later. */
function editorProxy(handle: { readonly current: CodeHandle | null }): CodeHandle {
  return {
    text: () => handle.current?.text() ?? '',
    selection: () => handle.current?.selection() ?? { from: 0, to: 0 },
    select: (range, keepsFocus) => handle.current?.select(range, keepsFocus),
    replace: (changes) => handle.current?.replace(changes),
    insert: (text) => handle.current?.insert(text),
    toggleComment: () => handle.current?.toggleComment(),
    closeCompletions: () => handle.current?.closeCompletions(),
    undo: () => handle.current?.undo(),
    redo: () => handle.current?.redo(),
    focus: () => handle.current?.focus(),
  }
}

/** Loads the active tab when it is first shown. */
function useLoaded(tab: EditorTab | undefined) {
  const { sync, runner } = useServices()
  const [failure, setFailure] = useState<{ readonly key: string; readonly message: string }>()
  const key = tab?.key
  const isLoaded = tab?.isLoaded === true
  const load = useCallback(() => {
    if (key === undefined) return
    // Its latest run may still be in progress.
    sync.load(key).then(runner.resume, (error: Error) => setFailure({ key, message: error.message }))
  }, [key, sync, runner])
  useEffect(() => {
    if (!isLoaded) load()
  }, [isLoaded, load])
  return { failure: failure?.key === key && !isLoaded ? failure?.message : undefined, load }
}

/** The editor of the active tab. Editors of visited tabs stay mounted and keep their undo history. */
export function EditorPane({ onFormat, onSave }: Props) {
  const tabs = useSqlLab((state) => state.tabs)
  const activeKey = useSqlLab((state) => state.activeKey)
  const active = tabs.find(({ key }) => key === activeKey)
  const { failure, load } = useLoaded(active)
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set())
  if (active && !visited.has(active.key)) setVisited(new Set([...visited, active.key]))
  const editors = tabs.filter(({ key, isLoaded }) => isLoaded && visited.has(key))
  return (
    <>
      <LeaveConfirmation />
      {active && <TabNotices tab={active} />}
      {active && !active.isLoaded && failure === undefined && <Skeleton shape="lines" label={t('Loading the tab')} />}
      {failure !== undefined && (
        <ErrorPanel
          title={t('The tab could not be read')}
          text={failure}
          actions={<Button onPress={load}>{t('Try again')}</Button>}
        />
      )}
      {editors.map((tab) => (
        <TabEditor key={tab.key} tab={tab} isShown={tab.key === activeKey} onFormat={onFormat} onSave={onSave} />
      ))}
    </>
  )
}
