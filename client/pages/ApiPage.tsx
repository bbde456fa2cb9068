import { useMemo, useState } from 'react'
import { DOCUMENT_PATH, fetchDocument } from '#calls/document.ts'
import { OperationGroups } from '#client/api/OperationGroups.tsx'
import { groupsOf, matchingOperations } from '#client/api/operations.ts'
import { session } from '#client/session/session.ts'
import { useResource } from '#client/session/use-resource.ts'
import { hasPermission } from '#core/access/ability.ts'
import { t } from '#core/text/t.ts'
import { EmptyState } from '#ui/display/EmptyState.tsx'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Skeleton } from '#ui/base/Skeleton.tsx'
import { SearchField } from '#ui/input/SearchField.tsx'
import { TextLink } from '#ui/input/TextLink.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { useDocumentTitle } from '#ui/base/use-document-title.ts'

/** `/swagger/v1`: the operations of the API document, each with a form to try it. */
export default function ApiPage() {
  const [text, setText] = useState('')
  const mayRead = hasPermission(session().user, 'can_show', 'SwaggerView')
  const { resource, error } = useResource(['openapi'], fetchDocument, mayRead)
  const groups = useMemo(() => (resource ? groupsOf(resource) : []), [resource])
  useDocumentTitle(t('API'))
  if (!mayRead)
    return <EmptyState size="lg" icon="lock" title={t('You may not see this page')} text={t('Ask an administrator.')} />
  return (
    <Page
      padding="list"
      header={
        <PageHeader
          title={t('API')}
          actions={
            <TextLink href={DOCUMENT_PATH} isNewTab>
              {t('Document (OpenAPI)')}
            </TextLink>
          }
        />
      }
    >
      <Stack gap={4}>
        <p>{t('Requests run as you and change real data.')}</p>
        <SearchField label={t('Search calls')} value={text} onChange={setText} placeholder={t('Search calls')} isWide />
        {error && <ErrorPanel title={t('The document could not be read')} text={error.message} />}
        {!resource && !error && <Skeleton shape="rows" label={t('Loading')} />}
        {resource && <OperationGroups groups={matchingOperations(groups, text)} isSearched={text.trim() !== ''} />}
      </Stack>
    </Page>
  )
}
