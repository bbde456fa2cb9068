import { chartType } from '#charts/index.ts'
import { controlsOf } from '#controls/form.ts'
import { t } from '#core/text/t.ts'
import { Table } from '#ui/display/Table.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { changeText } from './state/change-text.ts'
import { type FormChange, changesOf } from './state/stale-result.ts'
import { useExplore } from './state/store.ts'

interface Row extends FormChange {
  readonly label: string
  readonly kind: string | undefined
}

/** The differences from the saved chart, per control. */
export function ChangesDialog({ onClose }: { readonly onClose: () => void }) {
  const { form, saved, title, savedTitle } = useExplore((state) => state)
  const controls = controlsOf([saved, form].flatMap(({ viz_type }) => chartType(viz_type)?.controls ?? []))
  const named: readonly Row[] =
    title === savedTitle ? [] : [{ name: '', label: t('Chart name'), kind: 'text', before: savedTitle, after: title }]
  const rows = changesOf(saved, form).map((change): Row => {
    const control = controls.find((each) => each.name === change.name)
    return { ...change, label: control ? t(control.label) : change.name, kind: control?.type }
  })
  return (
    <Modal title={t('Chart changes')} isOpen onClose={onClose} size="lg">
      <Table<Row>
        label={t('Chart changes')}
        rows={[...named, ...rows]}
        rowKey={(row) => row.name}
        columns={[
          { id: 'control', title: t('Control'), cell: (row) => row.label },
          { id: 'before', title: t('Before'), cell: (row) => changeText(row.before, row.kind) },
          { id: 'after', title: t('After'), cell: (row) => changeText(row.after, row.kind) },
        ]}
      />
    </Modal>
  )
}
