import type { ImportResponse } from '#core/rest/bundle.ts'
import { t } from '#core/text/t.ts'
import { Banner } from '#ui/display/Banner.tsx'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import { TextField } from '#ui/base/TextField.tsx'
import { Stack } from '#ui/layout/Stack.tsx'
import { ChangeList } from './ChangeList.tsx'

/** The text to type before existing entities are overwritten. */
export const OVERWRITE = 'OVERWRITE'

interface Props {
  readonly answer: ImportResponse
  readonly exists: readonly string[]
  readonly typed: string
  readonly onType: (text: string) => void
  readonly onEnter: () => void
  readonly isPublishing: boolean
  readonly onPublishing: (isPublishing: boolean) => void
}

/** The effects of an import, notes on the bundle, and the confirmation to overwrite. */
export function ImportReview({ answer, exists, typed, onType, onEnter, isPublishing, onPublishing }: Props) {
  const { changes = [], warnings = [], drafts = [] } = answer
  return (
    <Stack gap={3}>
      {exists.length > 0 && (
        <>
          <Banner tone="warn" isLive>
            {t('These exist already, and will be overwritten: %s', exists.join(', '))}
          </Banner>
          <TextField
            label={t('Type %s to overwrite what exists', OVERWRITE)}
            value={typed}
            onChange={onType}
            onEnter={onEnter}
            autoFocus
            autoComplete="off"
          />
        </>
      )}
      <ChangeList changes={changes} />
      {drafts.length > 0 && (
        <>
          <Banner>
            {t(
              'These dashboards arrive as drafts, which only owners and administrators see: %s',
              drafts.map(({ name }) => name).join(', '),
            )}
          </Banner>
          <Checkbox isSelected={isPublishing} onChange={onPublishing}>
            {t('Publish them')}
          </Checkbox>
        </>
      )}
      {warnings.map((each) => (
        <Banner key={each}>{each}</Banner>
      ))}
    </Stack>
  )
}
