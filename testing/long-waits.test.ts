import { expect, it, vi } from 'vitest'

const isLate = (begun: number) => performance.now() - begun > 1200

it('vi.waitFor waits for longer than a second', async () => {
  const begun = performance.now()
  await vi.waitFor(() => expect(isLate(begun)).toBe(true))
})

it('expect.poll waits for longer than a second', async () => {
  const begun = performance.now()
  await expect.poll(() => isLate(begun)).toBe(true)
})
