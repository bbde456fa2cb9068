import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { listVersions, restoreVersion, fetchVersion, type VersionResponse, type VersionedName } from '#calls/history.ts'
import { timestampText } from '#client/session/timestamps.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Progress } from '#ui/display/Progress.tsx'
import { Button } from '#ui/base/Button.tsx'
import { Modal } from '#ui/overlay/Modal.tsx'
import { toast } from '#ui/overlay/toast.ts'
import { versionTexts } from './change-texts.ts'
import { ChangedFields } from './ChangedFields.tsx'
import { ChartVersionPicture } from './ChartVersionPicture.tsx'
import { LayoutPicture } from './LayoutPicture.tsx'
import styles from './HistoryDialog.module.css'

/** The maximum number of lines per version in the list. */
const MAX_LINES = 4

interface Props {
  readonly name: VersionedName
  readonly id: number
  /** The name of the entity. */
  readonly title: string
  readonly onClose: () => void
  /** Called after a version was restored, to reload what is shown. */
  readonly onRestored: () => void
  /** The width of the chart on the page; absent for other entities, or if it is unknown. */
  readonly pixels?: number | undefined
}

function when(version: { readonly made_on: string }): string {
  return timestampText(new Date(version.made_on))
}

/** Returns how the first version came about. */
function originText({ copied_from: original }: VersionResponse): string {
  if (!original) return t('First saved version')
  return original.name === null ? t('Created as a copy') : t('Created as a copy of %s', original.name)
}

/** The changes of a version in a few lines. */
function Said({ version }: { readonly version: VersionResponse }) {
  const lines = version.is_first ? [originText(version)] : versionTexts(version.changes)
  return (
    <>
      {version.restored_of !== null && (
        <span className={styles['line']}>
          {t('Restored the version of %s', timestampText(new Date(version.restored_of)))}
        </span>
      )}
      {lines.slice(0, MAX_LINES).map((line) => (
        <span key={line} className={styles['line']}>
          {line}
        </span>
      ))}
      {lines.length > MAX_LINES && (
        <span className={styles['line']}>{t('and %s more changes', lines.length - MAX_LINES)}</span>
      )}
    </>
  )
}

/** A version in small: the layout of a dashboard, a drawn chart, or the changed fields of a dataset. */
function VersionPicture({ name, id, version, pixels }: Pick<VersionProps, 'name' | 'id' | 'version' | 'pixels'>) {
  switch (name) {
    case 'dashboard':
      return <LayoutPicture dashboard={id} version={version.id} changes={version.changes} />
    case 'chart':
      return <ChartVersionPicture chart={id} version={version.id} pixels={pixels} />
    case 'dataset':
      return <ChangedFields changes={version.changes} />
  }
}

interface VersionProps extends Pick<Props, 'name' | 'id' | 'pixels'> {
  readonly version: VersionResponse
  readonly isLast: boolean
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Version({ name, id, pixels, version, isLast, isChosen, onChoose }: VersionProps) {
  return (
    <li>
      <button type="button" className={styles['version']} aria-pressed={isChosen} onClick={onChoose}>
        <VersionPicture name={name} id={id} version={version} pixels={pixels} />
        <span className={styles['text']}>
          <strong title={when(version)}>{isLast ? t('Now') : version.made_on_delta_humanized}</strong>
          <span className={styles['who']}>{version.made_by_name || t('Facet')}</span>
          <Said version={version} />
        </span>
      </button>
    </li>
  )
}

/** A comparison of a version with the current one, with a button to restore it. */
function Comparison({ name, id, title, version, onClose, onRestored }: Props & { readonly version: number }) {
  const compared = useQuery({
    queryKey: ['history', name, id, 'version', version],
    queryFn: ({ signal }) => fetchVersion(name, id, version, signal),
  })
  const restore = useMutation({
    mutationFn: () => restoreVersion(name, id, version),
    onSuccess: () => {
      toast.show({ text: t('Restored %s', title) })
      onClose()
      onRestored()
    },
    onError: (error) =>
      toast.show({ text: t('There was an issue restoring: %s', `${title}: ${error.message}`), tone: 'danger' }),
  })
  const section = useRef<HTMLElement>(null)
  // On a phone, the comparison is below the list.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [compared.data])
  if (compared.error) return <ErrorPanel title={t('The version cannot be read')} text={compared.error.message} />
  if (!compared.data) return <Progress label={t('Loading')} />
  const lines = versionTexts(compared.data.changes)
  return (
    <section ref={section} className={styles['compared']} aria-label={t('Compared with now')}>
      <h3>{t('The version of %s', when(compared.data))}</h3>
      {lines.length === 0 ? (
        <p>{t('This is the current version.')}</p>
      ) : (
        <>
          <p>{t('Restoring it would change:')}</p>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <Button
            isWrite
            variant="primary"
            icon="history"
            isPending={restore.isPending}
            onPress={() => restore.mutate()}
          >
            {t('Restore this version')}
          </Button>
          <p className={styles['note']}>
            {t(
              'Restoring creates a new version. The current one stays in the history. Owners and access stay as they are.',
            )}
          </p>
        </>
      )}
    </section>
  )
}

/** Returns the versions of an entity, page by page, newest first. */
function useVersions(name: VersionedName, id: number) {
  return useInfiniteQuery({
    queryKey: ['history', name, id],
    queryFn: ({ pageParam, signal }) => listVersions(name, id, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      pages.reduce((sum, { result }) => sum + result.length, 0) < last.count && last.result.length > 0
        ? pages.length
        : undefined,
    staleTime: 0,
    gcTime: 0,
  })
}

/** The versions of an entity: user, time and changes of each, and a comparison with restore. */
export function HistoryDialog(props: Props) {
  const { name, id, title, onClose } = props
  const [chosen, choose] = useState<number>()
  const versions = useVersions(name, id)
  const all = versions.data?.pages.flatMap(({ result }) => result) ?? []
  return (
    <Modal title={t('Version history of %s', title)} isOpen onClose={onClose} size="lg">
      {versions.isPending && <Progress label={t('Loading')} />}
      {versions.error && <ErrorPanel title={t('The history cannot be read')} text={versions.error.message} />}
      {versions.isSuccess && all.length === 0 && (
        <EmptyState
          icon="history"
          title={t('No other version yet')}
          text={t('Each save is kept here. What one person saves within five minutes is one version.')}
        />
      )}
      {all.length > 0 && (
        <div className={styles['history']}>
          <div className={styles['list']}>
            <ol>
              {all.map((version, index) => (
                <Version
                  key={version.id}
                  version={version}
                  name={name}
                  id={id}
                  pixels={props.pixels}
                  isLast={index === 0}
                  isChosen={version.id === chosen}
                  onChoose={() => choose(version.id)}
                />
              ))}
            </ol>
            {versions.hasNextPage && (
              <Button
                variant="quiet"
                isPending={versions.isFetchingNextPage}
                onPress={() => void versions.fetchNextPage()}
              >
                {t('Earlier versions')}
              </Button>
            )}
          </div>
          {chosen === undefined ? (
            <p className={styles['hint']}>{t('Select a version to compare with the current one.')}</p>
          ) : (
            <Comparison key={chosen} {...props} version={chosen} />
          )}
        </div>
      )}
    </Modal>
  )
}
