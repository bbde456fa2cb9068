import { useStore } from 'zustand'
import { DraftStatus } from '#client/shell/DraftStatus.tsx'
import { t, tn } from '#core/text/t.ts'
import { Badge } from '#ui/display/Badge.tsx'
import { Button } from '#ui/base/Button.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { changeBetween, changeName, changeText } from './state/edit-change.ts'
import { discardEdits, edit, redo, undo } from '../state/edit.ts'
import { useDashboard, useDashboardStore } from '../state/store.ts'
import { EDIT_TOPIC, endKeyboardMove } from './editor-actions.ts'
import { EditorMenu } from './EditorMenu.tsx'
import { useDraftAutosave } from './use-draft.ts'
import { usePointerInput } from './use-pointer-input.ts'
import type { SaveInput } from './use-save.ts'
import styles from './EditorHeader.module.css'

function Title() {
  const store = useDashboardStore()
  const title = useDashboard((state) => state.info.title)
  return (
    <h1 className={styles['heading']}>
      <input
        className={styles['title']}
        aria-label={t('Title of the dashboard')}
        placeholder={t('Untitled dashboard')}
        maxLength={500}
        value={title}
        onChange={(event) => edit(store, ({ info }) => ({ info: { ...info, title: event.target.value } }), 'title')}
      />
    </h1>
  )
}

function History() {
  const store = useDashboardStore()
  const { pastStates, futureStates } = useStore(store.temporal)
  const layout = useDashboard((state) => state.layout)
  const info = useDashboard((state) => state.info)
  const now = { layout, info }
  const past = pastStates.at(-1)
  const future = futureStates.at(-1)
  const done = past ? changeBetween({ ...now, ...past }, now) : undefined
  const undone = future ? changeBetween(now, { ...now, ...future }) : undefined
  return (
    <>
      <span className={styles['history']}>
        <IconButton
          icon="undo"
          label={t('Undo')}
          isDisabled={!done}
          tooltip={done ? t('Undo: %s (Ctrl+Z)', changeName(done)) : t('Nothing to undo')}
          onPress={() => undo(store)}
        />
        <IconButton
          icon="redo"
          label={t('Redo')}
          isDisabled={!undone}
          tooltip={undone ? t('Redo: %s (Ctrl+Shift+Z)', changeName(undone)) : t('Nothing to redo')}
          onPress={() => redo(store)}
        />
      </span>
      <span className={styles['next']}>{done ? t('Undo %s', changeText(done)) : ''}</span>
    </>
  )
}

function Unsaved() {
  const store = useDashboardStore()
  const count = useStore(store.temporal, (state) => state.pastStates.length)
  return (
    <span role="status">
      {count > 0 && <Badge tone="warn">{tn('Unsaved · %s change', 'Unsaved · %s changes', count, count)}</Badge>}
    </span>
  )
}

/** Saves drafts, and says when the last one was saved. */
function Draft() {
  const autosave = useDraftAutosave()
  return (
    <span className={styles['draft']}>
      <DraftStatus {...autosave} />
    </span>
  )
}

/** The editor header: title, draft, undo history, save and discard. */
export function EditorHeader({ saving }: { readonly saving: SaveInput }) {
  const stores = usePointerInput()
  const { store } = stores
  const onDiscard = () => {
    endKeyboardMove(stores, true)
    const isChanged = store.getState().hasUnsavedChanges
    const back = discardEdits(store)
    if (isChanged)
      toast.show({
        text: t('Changes discarded'),
        action: { label: t('Undo'), onPress: back },
        seconds: 10,
        topic: EDIT_TOPIC,
      })
  }
  return (
    <header className={styles['header']}>
      <Title />
      <Unsaved />
      <Draft />
      <div className={styles['end']}>
        <History />
        <Button
          onPress={onDiscard}
          isDisabled={saving.isSaving}
          tooltip={saving.isSaving ? t('Saving…') : t('Leave without saving; this can be undone')}
        >
          {t('Discard')}
        </Button>
        <Button isWrite variant="primary" onPress={() => saving.save()} isPending={saving.isSaving}>
          {t('Save')}
          <span className={styles['keys']} aria-hidden="true">
            {t('Ctrl S')}
          </span>
        </Button>
        <EditorMenu />
      </div>
    </header>
  )
}
