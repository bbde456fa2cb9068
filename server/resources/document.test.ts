import { expect, it } from 'vitest'
import { documentOf } from '#testing/openapi.ts'
import { resources } from './index.ts'

it('the document of the resources says what their bodies take', async () => {
  const document = documentOf(resources)
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../../docs/openapi.json')
})
