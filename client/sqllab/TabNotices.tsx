import { useEffect } from 'react'
import { useLeaveConfirmation } from '#client/shell/use-leave-confirmation.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { TextLink } from '#ui/input/TextLink.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { ConfirmDialog } from '#ui/overlay/ConfirmDialog.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { useServices } from './sql-lab-services.ts'
import { actions, type EditorTab, hasUnsavedText, canSendOnClose, useSqlLab, useSqlLabStore } from './state/store.ts'

function showFailure(error: Error): void {
  toast.show({ text: error.message, tone: 'danger' })
}

function Conflict({ tab }: { readonly tab: EditorTab }) {
  const { sync } = useServices()
  const buttons = (
    <Inline gap={1} isWrapping>
      <Button size="sm" onPress={() => void sync.takeOther(tab.key).catch(showFailure)}>
        {t('Keep mine in a new tab')}
      </Button>
      <Button size="sm" onPress={() => void sync.overwrite(tab.key).catch(showFailure)}>
        {t('Overwrite the other')}
      </Button>
    </Inline>
  )
  return (
    <Banner tone="warn" isLive actions={buttons}>
      {t('This tab was saved later in another window. Your text is here and has not been saved.')}
    </Banner>
  )
}

function Source({ tab }: { readonly tab: EditorTab }) {
  const store = useSqlLabStore()
  const { source } = tab
  const close = () => actions.changeTab(store, tab.key, { source: undefined, datasourceKey: null })
  if (source === null)
    return (
      <Banner tone="warn" isLive onClose={close}>
        {t('The dataset of this SQL is unknown, or you cannot read it. The SQL is kept.')}
      </Banner>
    )
  if (source === undefined) return null
  return (
    <Banner onClose={close}>
      {t('Source:')} <TextLink href={`/explore?dataset_id=${source.id}`}>{source.name}</TextLink>
      {source.schema !== null && ` (${t('schema %s', source.schema)})`}
    </Banner>
  )
}

/** Asks before the page is left while the text of a tab is on this page only. */
export function LeaveConfirmation() {
  const store = useSqlLabStore()
  const isOn = useSqlLab(({ tabs }) => tabs.some(hasUnsavedText))
  const leaving = useLeaveConfirmation(isOn, () => store.getState().tabs.some(hasUnsavedText))
  useEffect(() => {
    const isLost = (tab: EditorTab) => tab.saveState === 'unsaved' && !canSendOnClose(tab)
    const warn = (event: BeforeUnloadEvent) => store.getState().tabs.some(isLost) && event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [store])
  return (
    <ConfirmDialog
      title={t('Leave without saving?')}
      isOpen={leaving.isAsked}
      tone="danger"
      confirmLabel={t('Leave')}
      cancelLabel={t('Stay')}
      onConfirm={() => leaving.answer(true)}
      onClose={() => leaving.answer(false)}
    >
      {t('A tab is not saved on the server. Its changes are lost when you leave the page.')}
    </ConfirmDialog>
  )
}

/** Notices of a tab: the origin of its SQL, and failures to save it. */
export function TabNotices({ tab }: { readonly tab: EditorTab }) {
  return (
    <>
      {tab.saveState === 'conflict' && <Conflict tab={tab} />}
      {tab.saveState === 'failed' && (
        <Banner tone="warn" isLive>
          {t('The tab could not be saved on the server. It is tried again; the text stays on this page meanwhile.')}
        </Banner>
      )}
      <Source tab={tab} />
    </>
  )
}
