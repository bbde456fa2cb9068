import { vi } from 'vitest'

/** A stub canvas context: it accepts drawing calls and measures text, but renders nothing. */
function fakeContext(canvas: HTMLCanvasElement, onMeasure: (text: string) => void): unknown {
  const known: Record<string, unknown> = {
    canvas,
    measureText: (text: string) => {
      onMeasure(text)
      return { width: text.length * 7 }
    },
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

/** Enables drawing on a canvas until mocks are restored; `onMeasure` receives each measured text. */
export function takeCanvas(onMeasure: (text: string) => void = () => undefined): void {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    return fakeContext(this, onMeasure) as never
  })
}
