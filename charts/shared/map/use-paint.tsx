import { type RefObject, useLayoutEffect, useRef } from 'react'
import { inkOf } from '#charts/shared/ink.ts'
import type { GroundStyle } from './ground-style.ts'
import type { MapLayer } from './layer.tsx'
import type { Camera } from './mercator.ts'
import { mapInk, paintGround, paintNames } from './paint-ground.tsx'
import { usePixelRatio } from '#ui/tokens/paper.ts'
import { useGround } from './use-ground.tsx'

interface Painted {
  readonly style: GroundStyle | null
  readonly theme: 'light' | 'dark'
  readonly layers: readonly MapLayer[]
}

/** Draws whenever something of the picture has changed: on this canvas, and whether there is ground on it. */
export function usePaint(
  { style, theme, layers }: Painted,
  camera: Camera,
  zoom: number,
): { readonly canvas: RefObject<HTMLCanvasElement | null>; readonly hasGround: boolean } {
  const canvas = useRef<HTMLCanvasElement>(null)
  const ratio = usePixelRatio()
  const ground = useGround(style === null ? null : zoom)
  useLayoutEffect(() => {
    const element = canvas.current
    const pen = element?.getContext('2d', { alpha: false, willReadFrequently: true })
    if (!element || !pen || camera.width < 1 || camera.height < 1) return
    element.width = Math.round(camera.width * ratio)
    element.height = Math.round(camera.height * ratio)
    pen.setTransform(ratio, 0, 0, ratio, 0, 0)
    const css = getComputedStyle(element)
    const read = (name: string) => css.getPropertyValue(`--${name}`).trim()
    const ink = mapInk(inkOf(read), read, style ?? 'plain')
    paintGround(pen, camera, ground, ink)
    if (style === 'names') paintNames(pen, camera, ground, ink)
    for (const layer of layers) layer.paint({ pen, camera, ink, ratio })
  }, [layers, camera, ground, style, theme, ratio])
  return { canvas, hasGround: ground !== null }
}
