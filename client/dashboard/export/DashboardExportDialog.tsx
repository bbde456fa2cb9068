import { useRef, useState } from 'react'
import type { DownloadContext } from '#client/shell/downloads.ts'
import { activeTabsFor, tabsToActivate } from '#core/scope/tabs-in-scope.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Progress } from '#ui/display/Progress.tsx'
import { Button } from '#ui/base/Button.tsx'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { useDashboard } from '../state/store.ts'
import { MissingPictures } from './missing-pictures-text.ts'
import styles from './DashboardExportDialog.module.css'
import { exportedTabs } from './export-plan.ts'
import type { DashboardExportFormat } from '#client/dashboard/state/dashboard-exports.ts'

interface Props {
  readonly format: DashboardExportFormat
  readonly onImage: (tabs: ReadonlySet<string>) => void
  /** Rejects with `MissingPictures` if charts have no picture, unless `isAnyway`. */
  readonly onPrint: (tabs: ReadonlySet<string>, hand: DownloadContext, isAnyway: boolean) => Promise<void>
  readonly onClose: () => void
}

/** Returns the open tabs and the tabs around them. */
function useOpenTabs(): ReadonlySet<string> {
  const layout = useDashboard((state) => state.layout)
  const activeTabs = useDashboard((state) => state.activeTabs)
  return new Set(activeTabsFor(layout, activeTabs))
}

function TabsField(props: { readonly chosen: ReadonlySet<string>; onChange: (next: ReadonlySet<string>) => void }) {
  const { chosen, onChange } = props
  const layout = useDashboard((state) => state.layout)
  const tabs = exportedTabs(layout)
  if (tabs.length === 0) return null
  const toggle = (id: string, isChosen: boolean) => {
    const next = new Set(chosen)
    // A nested tab requires the tabs around it.
    if (isChosen) for (const each of tabsToActivate(layout, id)) next.add(each)
    else next.delete(id)
    onChange(next)
  }
  return (
    <fieldset className={styles['tabs']}>
      <legend>{t('Tabs')}</legend>
      <Stack gap={1}>
        {tabs.map(({ id, path }) => (
          <Checkbox key={id} isSelected={chosen.has(id)} onChange={(next) => toggle(id, next)}>
            {path.join(' › ')}
          </Checkbox>
        ))}
      </Stack>
    </fieldset>
  )
}

/** Draws the sheet and opens the browser's print dialog; reports progress. */
function usePrinting(onPrint: Props['onPrint'], onClose: () => void) {
  const [progress, setProgress] = useState<{ readonly text: string; readonly share?: number | undefined }>()
  const [error, setError] = useState<Error>()
  const leave = useRef<AbortController>(undefined)
  const start = (tabs: ReadonlySet<string>) => {
    const controller = new AbortController()
    leave.current = controller
    setError(undefined)
    setProgress({ text: '' })
    const downloadContext = {
      signal: controller.signal,
      tell: (text: string, share?: number) => setProgress({ text, share }),
    }
    onPrint(tabs, downloadContext, error instanceof MissingPictures).then(onClose, (failure: unknown) => {
      setProgress(undefined)
      if (!controller.signal.aborted) setError(failure instanceof Error ? failure : new Error(String(failure)))
    })
  }
  return { progress, error, start, cancel: () => leave.current?.abort(), forget: () => setError(undefined) }
}

interface WayProps {
  readonly way: DashboardExportFormat
  readonly isDisabled: boolean
  readonly onChange: (way: DashboardExportFormat) => void
}

function SaveModeField({ way, isDisabled, onChange }: WayProps) {
  return (
    <RadioGroup
      label={t('As')}
      options={[
        { value: 'png' as const, label: t('Picture (PNG)') },
        {
          value: 'pdf' as const,
          label: t('PDF or paper'),
          description: t('Choose “Save as PDF” in the print dialog.'),
        },
      ]}
      value={way}
      onChange={onChange}
      isDisabled={isDisabled}
    />
  )
}

/** Selects which parts of the dashboard to save as an image or print. */
export function DashboardExportDialog({ format, onImage, onPrint, onClose }: Props) {
  const [mode, setMode] = useState(format)
  const open = useOpenTabs()
  const [chosen, choose] = useState(open)
  const { progress, error, start, cancel, forget } = usePrinting(onPrint, onClose)
  const hasTabs = exportedTabs(useDashboard((state) => state.layout)).length > 0
  const isPrinting = progress !== undefined
  const isIncomplete = error instanceof MissingPictures
  const close = () => {
    cancel()
    onClose()
  }
  return (
    <Modal
      title={t('Save the dashboard as a picture or PDF')}
      isOpen
      onClose={close}
      size="sm"
      footer={
        <>
          <Button onPress={isPrinting ? cancel : close}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            isPending={isPrinting}
            isDisabled={hasTabs && chosen.size === 0}
            onPress={() => (mode === 'png' ? onImage(chosen) : start(chosen))}
          >
            {mode === 'png' ? t('Save the picture') : isIncomplete ? t('Print as it is') : t('Print')}
          </Button>
        </>
      }
    >
      <FormStack ariaLabel={t('Save the dashboard as a picture or PDF')}>
        {error !== undefined && (
          <Banner tone={isIncomplete ? 'warn' : 'danger'} isLive>
            {isIncomplete ? error.message : t('The dashboard could not be printed: %s', error.message)}
          </Banner>
        )}
        <SaveModeField way={mode} isDisabled={isPrinting} onChange={setMode} />
        <TabsField
          chosen={chosen}
          onChange={(next) => {
            choose(next)
            forget()
          }}
        />
        {isPrinting && (
          <div role="status">
            <p>{progress.text}</p>
            <Progress label={t('Drawing the dashboard')} value={progress.share} />
          </div>
        )}
      </FormStack>
    </Modal>
  )
}
