import { describe, expect, it } from 'vitest'
import { toastQueue } from './toast.ts'

describe('the queue of toasts', () => {
  it('shows one at a time, in the order they came', () => {
    const queue = toastQueue()
    const first = queue.show({ text: 'Saved' })
    queue.show({ text: 'Deleted: x' })
    expect(queue.first()?.text).toBe('Saved')
    queue.close(first)
    expect(queue.first()?.text).toBe('Deleted: x')
    queue.clear()
    expect(queue.first()).toBeUndefined()
  })

  it('stays 5 seconds, errors 10, or the requested time', () => {
    const queue = toastQueue()
    const seconds = (message: Parameters<typeof queue.show>[0]) => {
      queue.clear()
      queue.show(message)
      return queue.first()?.seconds
    }
    expect(seconds({ text: 'a' })).toBe(5)
    expect(seconds({ text: 'a', tone: 'danger' })).toBe(10)
    expect(seconds({ text: 'a', tone: 'danger', seconds: 3 })).toBe(3)
  })

  it('shows equal messages once, unless they can be undone', () => {
    const queue = toastQueue()
    const action = { label: 'Undo', onPress: () => undefined }
    expect(queue.show({ text: 'a' })).toBe(queue.show({ text: 'a' }))
    expect(queue.show({ text: 'b', action })).not.toBe(queue.show({ text: 'b', action }))
  })

  it('replaces messages of the same topic, and no others', () => {
    const queue = toastQueue()
    queue.show({ text: 'Added: a', topic: 'edit' })
    queue.show({ text: 'Copied' })
    queue.show({ text: 'Saved', topic: 'edit' })
    const texts = []
    for (let each = queue.first(); each; each = queue.first()) {
      texts.push(each.text)
      queue.close(each.id)
    }
    expect(texts).toEqual(['Copied', 'Saved'])
  })

  it('notifies listeners of each change, and of no other', () => {
    const queue = toastQueue()
    let calls = 0
    const stop = queue.subscribe(() => {
      calls += 1
    })
    const id = queue.show({ text: 'a' })
    queue.close(id)
    queue.close(id)
    stop()
    queue.show({ text: 'b' })
    expect(calls).toBe(2)
  })
})
