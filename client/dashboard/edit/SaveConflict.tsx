import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { fetchDashboard } from '#calls/dashboards.ts'
import { readLayout } from '#core/layout/read-layout.ts'
import type { DashboardResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { SaveAsDialog } from '../properties/SaveAsDialog.tsx'
import { type Difference, tileDifferences } from './state/edit-conflict.ts'

import { markSaved, beforeEdits } from '../state/edit.ts'
import { parseObject } from '../state/dashboard-info.ts'
import { useDashboard, useDashboardStore } from '../state/store.ts'
import { newSuffix } from '#client/dashboard/state/new-suffix.ts'
import styles from './SaveConflict.module.css'
import { draftStorageOf } from './use-draft.ts'
import type { SaveInput } from './use-save.ts'

interface Props {
  readonly theirs: DashboardResponse
  readonly saving: SaveInput
}

function savedText({ changed_by: person, changed_on_delta_humanized: when }: DashboardResponse): string {
  const name = person ? `${person.first_name} ${person.last_name}`.trim() : t('Somebody')
  return t('%s saved it %s. Your changes are not saved, and none of them is lost.', name, when ?? '')
}

const differenceTexts: Readonly<Record<Difference, () => string>> = {
  theirs: () => t('only in theirs'),
  both: () => t('differs'),
  mine: () => t('only in yours'),
}

/** The tiles that differ between the version saved by the other user and this one. */
function Differences({ theirs }: { readonly theirs: DashboardResponse }) {
  const layout = useDashboard((state) => state.layout)
  const found = useMemo(
    () => tileDifferences(readLayout(parseObject(theirs.position_json), newSuffix), layout),
    [theirs, layout],
  )
  if (found.length === 0) return <p>{t('All tiles match; the properties of the dashboard differ.')}</p>
  return (
    <ul className={styles['tiles']} aria-label={t('Tiles that differ')}>
      {found.map(({ id, name, difference }) => (
        <li key={id}>
          <span className={styles['name']}>{name}</span> <small>{differenceTexts[difference]()}</small>
        </li>
      ))}
    </ul>
  )
}

/** Another user has saved the dashboard: shows who, which tiles differ, and the choice of the version to keep. */
export function SaveConflict({ theirs, saving }: Props) {
  const store = useDashboardStore()
  const client = useQueryClient()
  const [isCopying, setCopying] = useState(false)
  const { idOrSlug = '' } = useParams({ strict: false })
  // Discard the local version only after the other one has loaded: a new edit then starts from it, and without a
  // network nothing is lost.
  const taking = useMutation({
    mutationFn: () => fetchDashboard(idOrSlug),
    onSuccess: (parts) => {
      markSaved(store, beforeEdits(store))
      store.setState({ editMode: false })
      draftStorageOf(store.getState()).forget()
      client.setQueryData(['dashboard', idOrSlug], parts)
    },
    onError: ({ message }) => {
      toast.show({ text: t('Theirs could not be loaded: %s', message), tone: 'danger' })
    },
  })
  const keep = () => {
    saving.closeConflict()
    saving.save(theirs)
  }
  if (isCopying) return <SaveAsDialog onClose={() => setCopying(false)} />
  return (
    <Modal
      title={t('This dashboard was changed by someone else')}
      isOpen
      onClose={saving.closeConflict}
      footer={
        <>
          <Button onPress={saving.closeConflict}>{t('Keep editing')}</Button>
          <Button onPress={() => setCopying(true)}>{t('Save mine as a copy')}</Button>
          <Button isPending={taking.isPending} onPress={() => taking.mutate()}>
            {t('Take theirs')}
          </Button>
          <Button variant="danger" onPress={keep}>
            {t('Keep mine')}
          </Button>
        </>
      }
    >
      <p>{savedText(theirs)}</p>
      <Differences theirs={theirs} />
      <p>
        {t(
          'Keeping yours puts your layout over theirs; settings that only they changed stay. Taking theirs discards your changes.',
        )}
      </p>
    </Modal>
  )
}
