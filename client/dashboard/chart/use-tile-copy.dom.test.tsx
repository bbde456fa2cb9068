import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { userInput } from '#testing/user-input.ts'
import { DashboardExportContext } from '../state/dashboard-exports.ts'
import { useTileCopy } from './use-tile-copy.ts'

function Tiles() {
  useTileCopy()
  return (
    <>
      <article>
        <div data-chart="7">
          <button type="button">Chart 7</button>
          <div role="grid" tabIndex={0}>
            Rows
          </div>
        </div>
      </article>
      <input aria-label="A field" />
    </>
  )
}

it('copies the tile with the focus, unless the focused element handles copying', async () => {
  const copyChart = vi.fn<(chartId: number) => void>()
  render(
    <DashboardExportContext value={{ copyChart, saveChart: () => undefined, open: () => undefined }}>
      <Tiles />
    </DashboardExportContext>,
  )
  for (const element of [screen.getByRole('textbox'), screen.getByRole('grid'), document.body]) {
    element.focus()
    fireEvent.copy(document)
  }
  await userInput().click(screen.getByRole('button'))
  expect(copyChart).not.toHaveBeenCalled()
  fireEvent.copy(document)
  expect(copyChart).toHaveBeenCalledExactlyOnceWith(7)
})
