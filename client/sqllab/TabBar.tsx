import { useEffect, useRef, useState } from 'react'
import { ConfirmLeaveModal } from '#client/properties/ConfirmLeaveModal.tsx'
import { t } from '#core/text/t.ts'
import { CloseButton } from '#ui/base/CloseButton.tsx'
import { Button } from '#ui/base/Button.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { Tabs } from '#ui/layout/Tabs.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { useServices } from './sql-lab-services.ts'
import { actions, type TabSummary, useSqlLab, useSqlLabStore, useTabSummaries } from './state/store.ts'
import { closeTab, duplicateTab, openTab } from './tab-actions.ts'

/** The maximum number of characters of a label, as on the server. */
const MAX_LABEL = 256

function RenameDialog({ tab, onClose }: { readonly tab: TabSummary; readonly onClose: () => void }) {
  const store = useSqlLabStore()
  const [label, setLabel] = useState(tab.label)
  const submit = () => {
    if (label.trim() === '') return
    actions.changeTab(store, tab.key, { label: label.trim() })
    onClose()
  }
  const footer = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button variant="primary" isDisabled={label.trim() === ''} onPress={submit}>
        {t('Rename')}
      </Button>
    </>
  )
  return (
    <ConfirmLeaveModal
      title={t('Rename tab')}
      isOpen
      isChanged={label !== tab.label}
      onClose={onClose}
      size="sm"
      footer={footer}
    >
      <FormStack ariaLabel={t('Rename tab')} onSubmit={submit}>
        <TextField label={t('Name')} value={label} onChange={setLabel} autoFocus isRequired maxLength={MAX_LABEL} />
      </FormStack>
    </ConfirmLeaveModal>
  )
}

/** The tabs of the editor: open, rename, duplicate, close. The server stores them as drafts. */
export function TabBar() {
  const store = useSqlLabStore()
  const services = useServices()
  const tabs = useTabSummaries()
  const activeKey = useSqlLab((state) => state.activeKey)
  const [renamed, setRenamed] = useState<string>()
  const renamedTab = tabs.find(({ key }) => key === renamed)
  const active = tabs.find(({ key }) => key === activeKey)
  const bar = useRef<HTMLDivElement>(null)
  const [closed, setClosed] = useState(0)
  const close = (tab: TabSummary) => {
    closeTab(store, services, tab)
    setClosed((before) => before + 1)
  }
  useEffect(() => {
    // The pressed button no longer exists: move the focus to the visible tab.
    if (closed > 0) bar.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
  }, [closed])
  return (
    <div ref={bar}>
      <Tabs
        label={t('Query tabs')}
        items={tabs.map((tab) => ({ id: tab.key, label: tab.label }))}
        selected={activeKey ?? ''}
        onSelect={(key) => services.sync.activate(key)}
        end={
          <Inline gap={1}>
            <IconButton icon="plus" size="sm" label={t('New tab')} onPress={() => openTab(store, {})} />
            {active && <CloseButton label={t('Close %s', active.label)} onPress={() => close(active)} />}
            {active && (
              <Menu
                label={t('Tab')}
                trigger={<IconButton icon="more" size="sm" label={t('Options for the tab')} />}
                items={[
                  { id: 'rename', label: t('Rename'), icon: 'edit', onAction: () => setRenamed(active.key) },
                  {
                    id: 'duplicate',
                    label: t('Duplicate'),
                    icon: 'copy',
                    onAction: () => duplicateTab(store, active.key),
                  },
                  { id: 'close', label: t('Close'), icon: 'close', onAction: () => close(active) },
                ]}
              />
            )}
          </Inline>
        }
      />
      {renamedTab && <RenameDialog tab={renamedTab} onClose={() => setRenamed(undefined)} />}
    </div>
  )
}
