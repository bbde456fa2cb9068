import { useState } from 'react'
import { session } from '#client/session/session.ts'
import { PageDropVeil } from '#client/shell/PageDropVeil.tsx'
import { usePageDrop } from '#client/shell/use-page-drop.ts'
import { useUploadTargets } from '#client/upload/use-upload-targets.ts'
import type { DatasetAnswer } from '#core/rest/answers.ts'
import { t } from '#core/text/t.ts'
import { noReplacementReason } from './dataset-access.ts'
import { ReplaceDataDialog } from './ReplaceDataDialog.tsx'
import type { RenamedColumns } from './ReplacedColumns.tsx'

interface Props {
  readonly dataset: DatasetAnswer
  readonly onReplaced: (renamed: RenamedColumns) => void
}

/** Replaces the data of a dataset with a file dropped on its page, if the user may replace them. */
export function DroppedData({ dataset, onReplaced }: Props) {
  const [file, setFile] = useState<File>()
  const { user } = session()
  const isAllowed = noReplacementReason(user, dataset, undefined) === undefined
  const targets = useUploadTargets(isAllowed)
  const isOn = isAllowed && targets !== undefined && noReplacementReason(user, dataset, targets) === undefined
  const isOver = usePageDrop(isOn && !file, ([first]) => setFile(first))
  return (
    <>
      {isOver && <PageDropVeil text={t('Drop a file to replace the data of "%s"', dataset.table_name)} />}
      {file && (
        <ReplaceDataDialog dataset={dataset} file={file} onReplaced={onReplaced} onClose={() => setFile(undefined)} />
      )}
    </>
  )
}
