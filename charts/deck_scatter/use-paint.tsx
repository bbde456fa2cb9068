import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import type { Canvas } from '#charts/chart.ts'
import { inkOf } from '#charts/shared/ink.ts'
import type { Camera } from './mercator.ts'
import { mapInk, paintGround, paintNames } from './paint.tsx'
import { type Brush, paintPoints } from './paint-points.tsx'
import type { PointMapProps } from './props.ts'
import { litPoints, type Scene } from './scene.ts'
import { useGround } from './use-ground.tsx'

export type Picture = PointMapProps & Pick<Canvas, 'theme' | 'picked'>

/** The brush that was used before, as long as it has the same colours. */
function brushFor(before: Brush | null, look: Omit<Brush, 'stamps'>): Brush {
  const isSame = before?.fills === look.fills && before.edge === look.edge && before.ratio === look.ratio
  return isSame ? before : { ...look, stamps: new Map() }
}

/** Draws whenever something of the picture has changed: on this canvas, and whether there is ground on it. */
export function usePaint(
  picture: Picture,
  scene: Scene,
  camera: Camera,
  zoom: number,
): { readonly canvas: RefObject<HTMLCanvasElement | null>; readonly hasGround: boolean } {
  const canvas = useRef<HTMLCanvasElement>(null)
  const kept = useRef<Brush>(null)
  const ground = useGround(zoom)
  const { ground: style, theme } = picture
  const lit = useMemo(() => litPoints(picture, picture.picked ?? []), [picture])
  useLayoutEffect(() => {
    const element = canvas.current
    const pen = element?.getContext('2d', { alpha: false, willReadFrequently: true })
    if (!element || !pen || camera.width < 1 || camera.height < 1) return
    const ratio = window.devicePixelRatio || 1
    element.width = Math.round(camera.width * ratio)
    element.height = Math.round(camera.height * ratio)
    pen.setTransform(ratio, 0, 0, ratio, 0, 0)
    const css = getComputedStyle(element)
    const read = (name: string) => css.getPropertyValue(`--${name}`).trim()
    const ink = mapInk(inkOf(read), read, style)
    paintGround(pen, camera, ground, ink)
    if (style === 'names') paintNames(pen, camera, ground, ink)
    kept.current = brushFor(kept.current, { fills: scene.fills, edge: ink.edge, ratio })
    paintPoints(pen, camera, scene, lit, kept.current)
  }, [scene, camera, ground, style, theme, lit])
  return { canvas, hasGround: ground !== null }
}
