import { useEffect, useMemo, useRef } from 'react'
import { onDemand } from '#client/shell/on-demand.tsx'
import { type ShortcutGroup, usePageShortcuts } from '#client/shell/page-shortcuts.ts'
import { mayUpload } from '#client/upload/may-upload.ts'
import { UploadPageDrop } from '#client/upload/UploadPageDrop.tsx'
import { externalUrlOf } from '#client/properties/external-url.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { Kbd } from '#ui/base/Kbd.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { useNavigateTo } from '#ui/layout/navigate-to.ts'
import { toast } from '#ui/overlay/toast.ts'
import { useHasDrawers, useIsShort } from '#ui/tokens/viewport-hooks.ts'
import { useDashboard, useDashboardStore } from '../state/store.ts'
import { ChartList } from './ChartList.tsx'
import { DragGhost } from './DragGhost.tsx'
import { EditCanvas } from './EditCanvas.tsx'
import { EditorHeader } from './EditorHeader.tsx'
import { ElementTiles } from './ElementTiles.tsx'
import { SaveConflict } from './SaveConflict.tsx'
import { createSession, SessionContext, useSession, useSessionStore } from './session.ts'
import { TopTabs } from './TopTabs.tsx'
import { useCanvasDrop } from './use-canvas-drop.ts'
import { useSaveDashboard } from './use-save.ts'
import styles from './DashboardEditor.module.css'
import paletteStyles from './Palette.module.css'
import { useRouter } from '@tanstack/react-router'
import { usePointerInput } from './use-pointer-input.ts'
import { undoAction } from '#client/dashboard/state/undo-action.ts'
import { undo, redo } from '#client/dashboard/state/edit.ts'

/** Returns the shortcuts of a dashboard in edit mode. */
const editShortcuts = (): readonly ShortcutGroup[] => [
  {
    heading: t('Dashboard'),
    shortcuts: [
      { keys: 'Ctrl+S', act: t('Save') },
      { keys: 'Ctrl+Z', act: t('Undo') },
      { keys: 'Ctrl+Shift+Z', act: t('Redo') },
    ],
  },
  {
    heading: t('On an element'),
    shortcuts: [
      { keys: t('Arrows'), act: t('Go to the next element, or move the picked-up one') },
      { keys: 'Space', act: t('Pick up or drop the element') },
      { keys: `Shift+${t('Arrows')}`, act: t('Resize the element') },
      { keys: 'Enter', act: t('Edit the title or text') },
      { keys: 'Delete', act: t('Delete the element') },
      { keys: 'Escape', act: t('Cancel the move, or clear the selection') },
    ],
  },
  {
    heading: t('On a tab'),
    shortcuts: [
      { keys: 'F2', act: t('Rename') },
      { keys: 'Shift+←', act: t('Move left') },
      { keys: 'Shift+→', act: t('Move right') },
      { keys: 'Ctrl+D', act: t('Duplicate') },
      { keys: 'Delete', act: t('Delete') },
    ],
  },
]

/** Ctrl+S saves everywhere; Ctrl+Z and Ctrl+Shift+Z undo and redo outside of fields. */
function useEditorKeys(save: () => void): void {
  const { store, session } = usePointerInput()
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault()
        latest.current()
        return
      }
      const action = undoAction(event)
      const { carried, resizing } = session.getState()
      if (!action || carried || resizing) return
      event.preventDefault()
      if (action === 'undo') undo(store)
      else redo(store)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [store, session])
}

/** Sets `edit=true` in the URL during edit mode, so that a reload stays in edit mode. */
function useEditParam(): void {
  const store = useDashboardStore()
  const router = useRouter()
  useEffect(() => {
    const write = (edit: string | undefined) => {
      const { pathname, search, hash } = router.state.location
      const { edit: before, ...rest } = search as Record<string, string>
      if (before === edit) return
      const next = edit === undefined ? rest : { ...rest, edit }
      void router.navigate({ to: pathname, search: next, hash, replace: true, resetScroll: false } as never)
    }
    write('true')
    return () => {
      const { editMode, hasUnsavedChanges, info } = store.getState()
      if (!editMode) write(undefined)
      else if (hasUnsavedChanges) toast.show({ text: t('Unsaved changes to %s were kept in this browser', info.title) })
    }
  }, [store, router])
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** Makes the browser ask before a page with unsaved changes is closed. Causes no rendering. */
function useLeaveWarning(): void {
  const store = useDashboardStore()
  useEffect(() => {
    const heed = (hasUnsavedChanges: boolean) =>
      hasUnsavedChanges
        ? window.addEventListener('beforeunload', warn)
        : window.removeEventListener('beforeunload', warn)
    heed(store.getState().hasUnsavedChanges)
    const stop = store.subscribe((state, before) => {
      if (state.hasUnsavedChanges !== before.hasUnsavedChanges) heed(state.hasUnsavedChanges)
    })
    return () => {
      stop()
      heed(false)
    }
  }, [store])
}

/** A dashboard in edit mode: title, canvas, palette. */
export function DashboardEditor() {
  const store = useDashboardStore()
  const info = useDashboard((state) => state.info)
  const session = useMemo(createSession, [store])
  useEffect(() => {
    document.title = `${t('Editing: %s', info.title)} · Facet`
  }, [info.title])
  const home = info.isManagedExternally ? externalUrlOf(info.externalUrl) : undefined
  const leave = () => store.setState({ editMode: false })
  if (!info.dash_edit_perm || info.isManagedExternally)
    return (
      <EmptyState
        size="lg"
        icon="lock"
        title={t('This dashboard cannot be edited here')}
        text={
          info.isManagedExternally
            ? t('It is managed by another program. Change it there; it is brought up to date here.')
            : t('Only its owners may change it.')
        }
        actions={
          <>
            <Button onPress={leave}>{t('Back to the dashboard')}</Button>
            {home && <LinkButton href={home}>{t('Open where it is managed')}</LinkButton>}
          </>
        }
      />
    )
  return (
    <SessionContext value={session}>
      <Editor />
    </SessionContext>
  )
}

/** The elements that can be added to the dashboard. */
function Palette() {
  return (
    <aside className={paletteStyles['palette']} aria-label={t('Add to the dashboard')}>
      <h2 className={paletteStyles['head']}>{t('Layout elements')}</h2>
      <ElementTiles />
      <ChartList />
      <p className={paletteStyles['keys']}>
        {t('By keyboard:')} <Kbd keys="Space" /> {t('picks up, arrows move,')} <Kbd keys="Shift" />{' '}
        {t('with arrows resizes,')} <Kbd keys="Delete" /> {t('removes.')}
      </p>
    </aside>
  )
}

const CssPanel = onDemand(() => import('../css/CssPanel.tsx').then((module) => module.CssPanel), Palette)

/** The palette of elements to add, or the CSS panel. */
export function EditorPanel() {
  const session = useSessionStore()
  const isStyling = useSession((state) => state.isStyling)
  const isLow = [useIsShort(), useHasDrawers()].every(Boolean)
  if (!isStyling)
    return isLow ? (
      // Below the canvas there is room for only one of them, so the section can be collapsed.
      <details className={styles['fold']}>
        <summary>{t('Add to the dashboard')}</summary>
        <Palette />
      </details>
    ) : (
      <Palette />
    )
  return <CssPanel onClose={() => session.setState({ isStyling: false })} />
}

/** Accepts files dropped on the editor. The dashboard stays open, and a message offers to create the first chart. */
function FileUpload() {
  const id = useDashboard((state) => state.info.id)
  const go = useNavigateTo()
  const onLoaded = (datasetId: number) =>
    toast.show({
      text: t('The dataset is ready.'),
      tone: 'good',
      seconds: 10,
      action: {
        label: t('Create a chart'),
        onPress: () => go(`/explore?dataset_id=${datasetId}&dashboard_id=${id}`),
      },
    })
  return mayUpload() ? <UploadPageDrop onLoaded={onLoaded} /> : null
}

function Editor() {
  const root = useRef<HTMLDivElement>(null)
  const saving = useSaveDashboard()
  useCanvasDrop(root)
  useEditorKeys(() => saving.save())
  usePageShortcuts(editShortcuts)
  useLeaveWarning()
  useEditParam()
  return (
    <div className={styles['page']}>
      <EditorHeader saving={saving} />
      <div className={styles['whole']} ref={root}>
        <TopTabs />
        <div className={styles['work']}>
          <EditCanvas />
          <EditorPanel />
        </div>
      </div>
      <DragGhost />
      <FileUpload />
      {saving.conflict && <SaveConflict theirs={saving.conflict} saving={saving} />}
    </div>
  )
}
