import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createResource, listResource } from '#calls/resources.ts'
import { session } from '#client/session/session.ts'
import { hasPermission } from '#core/access/ability.ts'
import { t } from '#core/text/t.ts'
import { Button } from '#ui/base/Button.tsx'
import { Select } from '#ui/input/Select.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Inline } from '#ui/layout/Inline.tsx'
import { toast } from '#ui/overlay/toast.ts'

interface Template {
  readonly id: number
  readonly template_name: string
  readonly css: string | null
}

interface Props {
  readonly css: string
  readonly onLoad: (css: string) => void
}

const KEY = ['list', 'css_template', 'all']

function SaveTemplate({ css }: { readonly css: string }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    if (name.trim() === '' || isBusy) return
    setBusy(true)
    try {
      await createResource('css_template', { template_name: name.trim(), css })
      await client.invalidateQueries({ queryKey: KEY })
      toast.show({ text: t('The styles were saved as “%s”', name.trim()), tone: 'good' })
      setName('')
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      toast.show({ text: t('An error occurred while creating %ss: %s', t('CSS template'), reason), tone: 'danger' })
    }
    setBusy(false)
  }
  return (
    <Inline gap={2} isGrow>
      <TextField
        ariaLabel={t('Name of the template')}
        placeholder={t('Keep as a template named')}
        maxLength={250}
        value={name}
        onChange={setName}
        onEnter={() => void save()}
      />
      <Button
        isWrite
        onPress={() => void save()}
        isPending={isBusy}
        isDisabled={name.trim() === '' || css.trim() === ''}
      >
        {t('Keep')}
      </Button>
    </Inline>
  )
}

/** Loads a CSS template into the dashboard or saves the styles as one, for users with permission. */
export function CssTemplates({ css, onLoad }: Props) {
  const { user } = session()
  const mayRead = hasPermission(user, 'can_read', 'CssTemplate')
  const templates = useQuery({
    queryKey: KEY,
    enabled: mayRead,
    queryFn: ({ signal }) =>
      listResource<Template>(
        'css_template',
        { order_column: 'template_name', order_direction: 'asc', page_size: 1000 },
        signal,
      ),
  })
  if (!mayRead) return null
  const found = templates.data?.result ?? []
  return (
    <>
      <Select<number>
        label={t('Load a CSS template')}
        placeholder={found.length === 0 && templates.isSuccess ? t('There are none yet') : t('Select a template')}
        isDisabled={found.length === 0}
        error={templates.error?.message}
        isSearchable
        options={found.map(({ id, template_name }) => ({ value: id, label: template_name }))}
        value={found.find((each) => each.css === css && css !== '')?.id}
        onChange={(id) => onLoad(found.find((each) => each.id === id)?.css ?? '')}
      />
      {hasPermission(user, 'can_write', 'CssTemplate') && <SaveTemplate css={css} />}
    </>
  )
}
