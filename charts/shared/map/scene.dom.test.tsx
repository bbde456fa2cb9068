import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { MapLayer, MapScene, MapMark } from './layer.tsx'
import { type Camera, toPixel, toMercator } from './mercator.ts'
import { SceneView } from './SceneView.tsx'
import type { ChartViewProps } from '#charts/chart.ts'
import { takeCanvas } from '#testing/canvas.ts'
import { userInput, press, waitForAssertion } from '#testing/user-input.ts'

afterEach(() => vi.restoreAllMocks())

const viewport = { longitude: 0, latitude: 0, zoom: 1, bearing: 0, pitch: 0 }

function pixel(camera: Camera, longitude: number, latitude: number): [number, number] {
  const { x, y } = toMercator(longitude, latitude)
  return toPixel(camera, x, y)
}

/** Regions like those of a country map: filled, with outlines, selected by name. */
function regions(): MapLayer {
  const all = [
    { name: 'West', west: -100, east: -60, south: 0, north: 40 },
    { name: 'East', west: 60, east: 100, south: 0, north: 40 },
  ]
  const markOf = (camera: Camera, id: number): MapMark | null => {
    const region = all[id]
    if (!region) return null
    const [a, b] = [pixel(camera, region.west, region.north), pixel(camera, region.east, region.south)]
    const outline = `M${a[0]} ${a[1]}H${b[0]}V${b[1]}H${a[0]}Z`
    return { id, left: (a[0] + b[0]) / 2, top: (a[1] + b[1]) / 2, radius: 0, outline }
  }
  return {
    bounds: { west: -100, east: 100, south: 0, north: 40 },
    summary: 'Map of 2 regions',
    paint: () => {},
    markAt: () => null,
    stops: () => [0, 1],
    markOf,
    linesOf: (id) => [{ name: 'Region', text: all[id]?.name ?? '' }],
    selectionOf: (id) => ({ region: all[id]?.name ?? null }),
  }
}

/** Points counted in screen squares, which differ for each camera. */
function squares(positions: readonly (readonly [number, number])[], side = 50): MapLayer {
  const binned = (camera: Camera) => {
    const counts = new Map<string, number>()
    for (const [longitude, latitude] of positions) {
      const key = pixel(camera, longitude, latitude)
        .map((at) => Math.floor(at / side))
        .join()
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    return [...counts].map(([key, count], id) => {
      const [column = 0, row = 0] = key.split(',').map(Number)
      return { id, count, left: (column + 0.5) * side, top: (row + 0.5) * side, radius: side / 2 }
    })
  }
  return {
    bounds: null,
    summary: 'Squares of points',
    paint: () => {},
    markAt: (camera, left, top) =>
      binned(camera).find((bin) => Math.max(Math.abs(bin.left - left), Math.abs(bin.top - top)) <= side / 2) ?? null,
    stops: (camera) => binned(camera).map(({ id }) => id),
    markOf: (camera, id) => binned(camera)[id] ?? null,
    linesOf: (id, camera) => [{ name: 'Points', text: String(binned(camera)[id]?.count) }],
    selectionOf: () => null,
  }
}

function open(own: Partial<MapScene>, canvas: Partial<ChartViewProps> = {}) {
  const scene: MapScene = {
    basemap: null,
    viewport,
    autozoom: false,
    layers: [],
    legend: null,
    note: '',
    words: { fit: 'Show all regions', keys: 'Keys of this map' },
    ...own,
  }
  cleanup()
  render(<SceneView scene={scene} canvas={{ width: 800, height: 400, theme: 'light', ...canvas }} />)
  return screen.getByRole('application')
}

it('describes all layers in one line; draws no basemap if it is off', () => {
  const plane = open({ layers: [regions(), squares([])] })
  expect(plane.getAttribute('aria-label')).toBe('Map of 2 regions. Squares of points')
  expect(plane.getAttribute('aria-description')).toBe('Keys of this map')
  expect(plane.dataset['ground']).toBeUndefined()
  expect(screen.getByRole('button', { name: 'Show all regions' })).toBeTruthy()
})

it('keys cycle through the marks of all layers and select those that filter', async () => {
  const onSelect = vi.fn<(selection: object, how: string) => void>()
  const plane = open({ layers: [regions(), squares([[0, 0]])] }, { onSelect })
  plane.focus()
  const hand = userInput()
  await hand.keyboard('{PageDown}{Enter}')
  expect(screen.getByRole('tooltip').textContent).toBe('RegionWest')
  expect(plane.parentElement?.querySelector('svg:not([viewBox]) path')?.getAttribute('d')).toMatch(/^M[\d.]+ [\d.]+H/)
  expect(plane.dataset['point']).toBe('true')
  expect(onSelect.mock.calls).toEqual([[{ region: 'West' }, 'one']])
  await hand.keyboard('{PageDown}')
  expect(screen.getByRole('tooltip').textContent).toBe('RegionEast')
  await hand.keyboard('{PageDown}{Enter}')
  expect(screen.getByRole('tooltip').textContent).toBe('Points1')
  expect(plane.parentElement?.querySelector('svg:not([viewBox]) path')).toBeNull()
  expect([onSelect.mock.calls.length, plane.dataset['point']]).toEqual([1, undefined])
  await hand.keyboard('{PageDown}')
  expect(screen.getByRole('tooltip').textContent).toBe('RegionWest')
  await hand.keyboard('{PageUp}')
  expect(screen.getByRole('tooltip').textContent).toBe('Points1')
  await waitForAssertion(() => expect(document.body.textContent).toContain('Points 1'))
})

it('a mark focused by keyboard keeps its outline while the map moves', async () => {
  const plane = open({ layers: [squares([[10, 10]])] })
  plane.focus()
  const ring = () => [...(plane.parentElement?.querySelectorAll('span') ?? [])].find(({ style }) => style.left !== '')
  await userInput().keyboard('{PageDown}')
  const before = Number.parseFloat(ring()?.style.left ?? '')
  await userInput().keyboard('{ArrowLeft}')
  expect(Number.parseFloat(ring()?.style.left ?? '') - before).toBeGreaterThan(0)
})

it('the initial viewport covers all layers, and a move is sent to the controls once it rests', async () => {
  const onControls = vi.fn<(values: object) => void>()
  const far = { ...regions(), bounds: { west: 100, east: 160, south: -40, north: 0 } }
  open({ autozoom: true, layers: [regions(), far] }, { onControls })
  await press('Zoom in')
  await waitForAssertion(() => expect(onControls).toHaveBeenCalledTimes(1))
  const [change] = onControls.mock.calls[0] as unknown as [{ viewport: typeof viewport; autozoom: boolean }]
  // 100 W to 160 E: the center is 30 E, and 260 of 360 degrees take 736 of 800 pixels.
  expect(change.autozoom).toBe(false)
  expect(change.viewport.longitude).toBeCloseTo(30, 1)
  expect(change.viewport.zoom).toBeCloseTo(Math.log2((736 * 360) / 260 / 512) + 1, 2)
})

it('a legend of steps is static; a legend whose marks can be hidden has buttons', async () => {
  const entries = [
    { name: '0', text: '1 to 9', color: 'red' },
    { name: '1', text: '10 to 99', color: 'blue' },
  ]
  const legend = { title: 'Points', corner: 'tr', entries } as const
  open({ legend })
  expect(screen.getByRole('group', { name: 'Points' }).textContent).toBe('Points1 to 910 to 99')
  expect(screen.queryByRole('button', { name: '1 to 9' })).toBeNull()
  const onToggle = vi.fn<(name: string) => void>()
  open({ legend: { ...legend, toggle: { hidden: new Set(['1']), onToggle } } })
  await press('10 to 99')
  expect(onToggle).toHaveBeenCalledWith('1')
  expect(screen.getByRole('button', { name: '10 to 99' }).getAttribute('aria-pressed')).toBe('false')
})

/** A layer that takes this many milliseconds to paint on a fake clock, and records the cameras. */
function painting(milliseconds: number): { readonly layer: MapLayer; readonly cameras: readonly Camera[] } {
  takeCanvas()
  const real = performance.now()
  let passed = 0
  vi.spyOn(performance, 'now').mockImplementation(() => real + passed)
  const cameras: Camera[] = []
  const paint = ({ camera }: { readonly camera: Camera }) => {
    passed += milliseconds
    cameras.push(camera)
  }
  return { layer: { ...regions(), paint }, cameras }
}

it('moves a slow map as an image with a margin, and draws it again when the movement ends', async () => {
  const { layer, cameras } = painting(20)
  const plane = open({ layers: [layer] })
  // A margin of a quarter of 800 around 800 by 400.
  await waitForAssertion(() =>
    expect(cameras.map(({ width, height }) => [width, height])).toEqual([
      [800, 400],
      [1200, 800],
    ]),
  )
  // In one turn: the map rests 200 ms after the last key.
  fireEvent.keyDown(plane, { key: 'ArrowLeft' })
  fireEvent.keyDown(plane, { key: 'ArrowLeft' })
  expect(cameras).toHaveLength(2)
  await waitForAssertion(() => expect(cameras).toHaveLength(4))
  // 160 pixels of a world 1024 pixels wide, to the west of its center.
  expect(cameras[2]).toMatchObject({ width: 800, center: { x: 0.5 - 160 / 1024 } })
})

it('a dragged map is the moved image, and drawn again on release', async () => {
  const { layer, cameras } = painting(20)
  const plane = open({ layers: [layer] })
  await waitForAssertion(() => expect(cameras).toHaveLength(2))
  plane.setPointerCapture = () => {}
  const hand = userInput()
  const at = (x: number) => ({ target: plane, coords: { clientX: x, clientY: 100 } })
  await hand.pointer([{ keys: '[MouseLeft>]', ...at(300) }, at(340)])
  // Longer than a released map waits before it is repainted.
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(cameras).toHaveLength(2)
  await hand.pointer({ keys: '[/MouseLeft]', ...at(340) })
  await waitForAssertion(() => expect(cameras.length).toBeGreaterThan(2))
  // 40 pixels of a world 1024 pixels wide, to the west of its center.
  expect(cameras[2]).toMatchObject({ width: 800, center: { x: 0.5 - 40 / 1024 } })
})

it('a map that paints quickly is painted for every movement', async () => {
  const { layer, cameras } = painting(1)
  open({ layers: [layer] }).focus()
  await userInput().keyboard('{ArrowLeft}{ArrowLeft}')
  expect(cameras.map(({ width }) => width)).toEqual([800, 800, 800])
})
