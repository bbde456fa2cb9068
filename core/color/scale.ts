import { parseColor, printColor } from './rgb.ts'

/** The colour of a label. Undefined labels cannot occur; numbers and null are asked for by their text. */
export type ColorScale = (label: string) => string

/**
 * The colours given so far to labels, shared by all charts that shall agree. `known` is a plain record so that it
 * can be kept with a dashboard.
 */
export interface ColorMemory {
  readonly known: Map<string, string>
}

/** A memory in which no label has a colour yet. */
export function colorMemory(): ColorMemory {
  return { known: new Map() }
}

/** What wins over the colours of a scheme, and where the colours given are remembered. */
export interface ScaleOptions {
  /** Colours set by hand, by label. They always win. */
  readonly labelColors?: Readonly<Record<string, string>> | null
  /** Colours frozen for labels that occur in several charts. */
  readonly sharedLabelColors?: Readonly<Record<string, string>> | null
  /** Colours given before, by any chart of the dashboard. */
  readonly memory?: ColorMemory
  /** Lighter and darker variants in place of repetition when the scheme is used up. */
  readonly analogous?: boolean
}

/**
 * A scale that gives every label its colour: set by hand, frozen, given before, else the next colour of the scheme
 * that no label has yet, starting over when all are used. Labels are compared without outer white space.
 */
export function categoricalScale(colors: readonly string[], options: ScaleOptions = {}): ColorScale {
  const { memory = colorMemory(), analogous = false } = options
  const byHand = trimmed(options.labelColors)
  const frozen = trimmed(options.sharedLabelColors)
  const taken = new Set([...byHand.values(), ...frozen.values(), ...memory.known.values()].map(same))
  return (label) => {
    const key = label.trim()
    const settled = byHand.get(key) ?? frozen.get(key) ?? memory.known.get(key)
    if (settled !== undefined) return settled
    for (const color of memory.known.values()) taken.add(same(color))
    const color = next(colors, taken, memory.known.size, analogous)
    memory.known.set(key, color)
    taken.add(same(color))
    return color
  }
}

function next(colors: readonly string[], taken: ReadonlySet<string>, given: number, analogous: boolean): string {
  const free = colors.find((color) => !taken.has(same(color)))
  if (free !== undefined) return free
  const repeated = colors[given % colors.length] ?? '#868d9b'
  return analogous ? variant(repeated, Math.floor(given / Math.max(1, colors.length))) : repeated
}

/** The colour of a later round: lighter in odd rounds, darker in even ones. */
function variant(color: string, round: number): string {
  const parsed = parseColor(color)
  if (!parsed || round === 0) return color
  const share = Math.min(0.6, 0.25 * Math.ceil(round / 2))
  const towards = round % 2 === 1 ? 255 : 0
  const mix = (part: number): number => part + (towards - part) * share
  return printColor({ r: mix(parsed.r), g: mix(parsed.g), b: mix(parsed.b), a: 1 })
}

function same(color: string): string {
  const parsed = parseColor(color)
  return parsed ? printColor(parsed) : color
}

function trimmed(colors: Readonly<Record<string, string>> | null | undefined): Map<string, string> {
  return new Map(Object.entries(colors ?? {}).map(([label, color]) => [label.trim(), color]))
}
