import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { listResource } from '#calls/resources.ts'
import { charts } from '#charts/index.ts'
import { session } from '#client/session/session.ts'
import type { DatasetAnswer } from '#core/rest/answers.ts'
import { t } from '#core/text/t.ts'
import { ErrorPanel } from '#ui/display/ErrorPanel.tsx'
import { Button } from '#ui/input/Button.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'
import { Select } from '#ui/input/Select.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'

/** `/chart/add` : a dataset and a type, then explore. */
export default function NewChartPage() {
  const navigate = useNavigate()
  const [datasetId, setDataset] = useState<number>()
  const [vizType, setVizType] = useState<string>(session().settings.defaultVizType)
  const datasets = useQuery({
    queryKey: ['list', 'dataset', 'all'],
    queryFn: () =>
      listResource<DatasetAnswer>('dataset', { order_column: 'table_name', order_direction: 'asc', page_size: 1000 }),
  })
  const go = () => void navigate({ href: `/explore?dataset_id=${datasetId}&viz_type=${vizType}` })
  return (
    <Page padding="list" header={<PageHeader title={t('Create a new chart')} />}>
      {datasets.isError && (
        <ErrorPanel title={t('An error occurred while fetching %ss: %s', t('dataset'), datasets.error.message)} />
      )}
      <div style={{ maxWidth: 480 }}>
        <FormStack ariaLabel={t('Create a new chart')} onSubmit={datasetId === undefined ? undefined : go}>
          <Select
            label={t('Dataset')}
            placeholder={t('Choose a dataset')}
            isSearchable
            isLoading={datasets.isFetching}
            options={(datasets.data?.result ?? []).map((each) => ({ value: each.id, label: each.table_name }))}
            value={datasetId}
            onChange={setDataset}
          />
          <RadioGroup
            label={t('Visualization type')}
            options={charts.map((each) => ({
              value: each.type,
              label: each.meta.name,
              description: each.meta.description,
            }))}
            value={vizType}
            onChange={setVizType}
          />
          <Button variant="primary" isDisabled={datasetId === undefined} onPress={go}>
            {t('Create new chart')}
          </Button>
        </FormStack>
      </div>
    </Page>
  )
}
