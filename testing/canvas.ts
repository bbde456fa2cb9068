import { vi } from 'vitest'

/** Receives the texts that are measured and drawn. */
interface CanvasListeners {
  readonly onMeasure?: (text: string) => void
  readonly onText?: (text: string) => void
}

/** A stub canvas context: it accepts drawing calls and measures text, but renders nothing. */
function fakeContext(canvas: HTMLCanvasElement, { onMeasure, onText }: CanvasListeners): unknown {
  const known: Record<string, unknown> = {
    canvas,
    measureText: (text: string) => {
      onMeasure?.(text)
      return { width: text.length * 7 }
    },
    fillText: (text: string) => onText?.(text),
    getImageData: (_x: number, _y: number, width: number, height: number) => ({
      data: new Uint8ClampedArray(4 * width * height),
    }),
    createLinearGradient: () => ({ addColorStop() {} }),
    createRadialGradient: () => ({ addColorStop() {} }),
    isPointInPath: () => false,
  }
  return new Proxy(known, {
    get: (target, key) => target[String(key)] ?? (() => undefined),
    set: () => true,
  })
}

/** Enables drawing on a canvas until mocks are restored. */
export function takeCanvas(listeners: CanvasListeners = {}): void {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    return fakeContext(this, listeners) as never
  })
}
