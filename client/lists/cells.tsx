import type { ReactNode } from 'react'
import type { UserReferenceResponse } from '#core/rest/responses.ts'
import { t } from '#core/text/t.ts'
import { AvatarGroup } from '#ui/display/AvatarGroup.tsx'
import type { TableColumn } from '#ui/display/table-column.ts'
import { TruncatedText } from '#ui/display/TruncatedText.tsx'
import { TextLink } from '#ui/input/TextLink.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { DraftMark } from '#client/properties/DraftMark.tsx'
import { CertificationMarks } from '#client/properties/CertificationMarks.tsx'
import { FavoriteStar } from '#client/shell/FavoriteStar.tsx'
import styles from './cells.module.css'

interface ChangedRow {
  readonly changed_on_delta_humanized?: string
}

interface OwnedRow {
  readonly owners?: readonly UserReferenceResponse[]
}

interface CertifiedRow {
  readonly certified_by?: string | null
  readonly certification_details?: string | null
  readonly is_managed_externally?: boolean
}

/** The column with the time of the last change, by which lists are sorted. */
export function changedColumn<R extends ChangedRow>(): TableColumn<R> {
  return {
    id: 'changed_on_delta_humanized',
    title: t('Modified'),
    isSortable: true,
    width: 140,
    isQuiet: true,
    cell: (row) => row.changed_on_delta_humanized,
  }
}

/** The column with the owners' initials. */
export function ownersColumn<R extends OwnedRow>(): TableColumn<R> {
  const names = (row: R) => (row.owners ?? []).map((owner) => `${owner.first_name} ${owner.last_name}`.trim())
  return {
    id: 'owners',
    title: t('Owners'),
    width: 110,
    isWideOnly: true,
    isEmpty: ({ owners = [] }) => owners.length === 0,
    cell: (row) => <AvatarGroup label={t('Owners')} names={names(row)} />,
  }
}

/** The column with the favorite star. */
export function starColumn<R extends { readonly id: number }>(
  kind: 'chart' | 'dashboard',
  nameOf: (row: R) => string,
): TableColumn<R> {
  return {
    id: 'star',
    title: t('Favorite'),
    isTitleHidden: true,
    width: 40,
    cell: (row) => <FavoriteStar kind={kind} id={row.id} name={nameOf(row)} />,
  }
}

/** The certification of a row, and the external system that manages it. */
export function certificationOf(row: CertifiedRow) {
  return (
    <CertificationMarks
      certifiedBy={row.certified_by}
      details={row.certification_details}
      isManaged={row.is_managed_externally}
    />
  )
}

/**
 * The column with the linked name of each row, its certification and external management. For a `drafted` type, rows
 * with unsaved changes in this browser are marked.
 */
export function nameColumn<R extends CertifiedRow & { readonly id: number }>(
  column: { readonly id: string; readonly title: string },
  nameOf: (row: R) => string,
  hrefOf: (row: R) => string,
  pictureOf?: (row: R) => ReactNode,
  draftType?: 'chart' | 'dashboard',
): TableColumn<R> {
  const nameCell = (row: R) => (
    <Inline gap={1}>
      <TextLink href={hrefOf(row)} isQuiet>
        <span className={styles['name']} title={nameOf(row)}>
          {nameOf(row)}
        </span>
      </TextLink>
      {certificationOf(row)}
      {draftType && <DraftMark kind={draftType} id={row.id} />}
    </Inline>
  )
  return {
    ...column,
    isSortable: true,
    cell: (row) => (
      <span className={styles['named']}>
        {pictureOf?.(row)}
        {nameCell(row)}
      </span>
    ),
  }
}

/** A text truncated to one line. */
export function TruncatedLine({ text }: { readonly text: string }) {
  return (
    <span className={styles['cut']}>
      <TruncatedText>{text}</TruncatedText>
    </span>
  )
}
