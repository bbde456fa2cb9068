import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { write } from '#testing/user-input.ts'
import { ColumnFields } from './ColumnFields.tsx'
import type { EditColumn } from './edit-draft.ts'

const INSTANTS = 'Instants: filtered, grouped and shown in the time zone of the dataset'
const WALL_CLOCK = 'Wall-clock times: used as they are stored, in no time zone'

function open(given: Partial<EditColumn>) {
  function Editor() {
    const [column, setColumn] = useState<EditColumn>({ key: 'at', column_name: 'at', is_dttm: true, ...given })
    return (
      <ColumnFields
        column={column}
        backend={undefined}
        completions={[]}
        onChange={(change) => setColumn({ ...column, ...change })}
      />
    )
  }
  render(<Editor />)
}
const words = () => screen.queryByText(/^(Instants|Wall-clock times): /)?.textContent ?? null

it.each([
  [{ type: 'TIMESTAMP WITH TIME ZONE' }, INSTANTS],
  [{ type: 'BIGINT', python_date_format: 'epoch_ms' }, INSTANTS],
  [{ type: 'TIMESTAMP' }, WALL_CLOCK],
  [{ type: 'VARCHAR', python_date_format: '%Y-%m-%d' }, WALL_CLOCK],
  [{ type: 'BIGINT', is_dttm: false }, null],
])('says of the column %j whether it follows the time zone of the dataset', (column, expected) => {
  open(column)
  expect(words()).toBe(expected)
})

it('follows the datetime format while it is typed', async () => {
  open({ type: 'BIGINT' })
  expect(words()).toBe(WALL_CLOCK)
  await write('Datetime format', 'epoch_s')
  expect(words()).toBe(INSTANTS)
})
