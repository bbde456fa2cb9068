import { useDeferredValue, useMemo, useState } from 'react'
import { ConfirmLeaveModal } from '#client/properties/ConfirmLeaveModal.tsx'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Button } from '#ui/base/Button.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import styles from './SqlLab.module.css'
import { actions, type EditorTab, useActiveTab, useSqlLabStore } from './state/store.ts'
import { parameterText, readParameters, templateParameters, withParameter } from './template-parameters.ts'

interface Props {
  readonly tab: EditorTab
}

/** Edits the parameters as JSON. Text that is not a JSON object is reported and not stored. */
function JsonDialog({ tab, onClose }: Props & { readonly onClose: () => void }) {
  const store = useSqlLabStore()
  const [first] = useState(tab.templateParams ?? '{}')
  const [text, setText] = useState(first)
  const read = readParameters(text)
  const save = () => {
    actions.changeTab(store, tab.key, { templateParams: text.trim() === '' ? null : text })
    onClose()
  }
  const footer = (
    <>
      <Button onPress={onClose}>{t('Cancel')}</Button>
      <Button variant="primary" isDisabled={'error' in read} onPress={save}>
        {t('Apply')}
      </Button>
    </>
  )
  return (
    <ConfirmLeaveModal
      title={t('Query parameters')}
      isOpen
      isChanged={text !== first}
      onClose={onClose}
      footer={footer}
    >
      <TextField
        label={t('Parameters as JSON')}
        value={text}
        onChange={setText}
        isMultiline
        isCode
        rows={8}
        autoFocus
        {...('error' in read ? { error: read.error } : {})}
      />
    </ConfirmLeaveModal>
  )
}

/** The template parameters of a tab's SQL, one field each. */
function ParameterForm({ tab }: Props) {
  const store = useSqlLabStore()
  const [isOpen, setOpen] = useState(false)
  const sql = useDeferredValue(tab.sql)
  const names = useMemo(() => templateParameters(sql), [sql])
  const read = useMemo(() => readParameters(tab.templateParams), [tab.templateParams])
  const edit = (
    <Button size="sm" variant="quiet" onPress={() => setOpen(true)}>
      {t('Edit as JSON')}
    </Button>
  )
  const dialog = isOpen && <JsonDialog tab={tab} onClose={() => setOpen(false)} />
  if ('error' in read)
    return (
      <>
        <Banner tone="danger" isLive actions={edit}>
          {read.error}
        </Banner>
        {dialog}
      </>
    )
  if (names.length === 0) return null
  return (
    <div className={styles['parameters']} role="group" aria-label={t('Query parameters')}>
      {names.map((name) => (
        <TextField
          key={name}
          label={name}
          size="sm"
          value={parameterText(read.values, name)}
          onChange={(text) =>
            actions.changeTab(store, tab.key, { templateParams: withParameter(read.values, name, text) })
          }
        />
      ))}
      {edit}
      {dialog}
    </div>
  )
}

/** The parameters of the active tab. */
export function ActiveParameterForm() {
  const tab = useActiveTab()
  return tab?.isLoaded ? <ParameterForm key={tab.key} tab={tab} /> : null
}
