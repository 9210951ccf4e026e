import { decimal, type Reader } from '../language.ts'

export interface Axis {
  /** Round values, equally spaced; the first and the last are the ends of the axis. */
  readonly ticks: readonly number[]
  /** Position of a value: 0 at the first tick, 1 at the last. */
  at(value: number): number
}

/** Error of numbers that should be whole. */
const tiny = 1e-9

/** An axis of two to five ticks around these values, in steps of 1, 2 or 5 times a power of ten. */
export function axisAround(least: number, most: number): Axis {
  const rough = (most - least || Math.abs(most) || 1) / 3
  const power = Math.floor(Math.log10(rough))
  const step = ([1, 2, 5].find((each) => each * 10 ** power >= rough) ?? 10) * 10 ** power
  // The quotient of a step such as 0.05 is not exact.
  const first = Math.floor(least / step + tiny)
  const steps = Math.max(1, Math.ceil(most / step - tiny) - first)
  const ticks = Array.from({ length: steps + 1 }, (_, i) => (first + i) * step)
  return { ticks, at: (value) => (value / step - first) / steps }
}

/** The ends of the bar of ± the uncertainty. Only angles can be below zero. */
export function barOf(value: number, uncertainty: number, unit: string): [number, number] {
  const low = value - uncertainty
  return [unit === 'degrees' ? low : Math.max(0, low), value + uncertainty]
}

/** The labels of the ticks, with as many decimals as their distance needs; shares in per cent. */
export function tickTexts({ ticks }: Axis, unit: string, reader: Reader): string[] {
  const isShare = unit === 'share'
  const shown = isShare ? ticks.map((tick) => 100 * tick) : ticks
  const [first = 0, second = 1] = shown
  const digits = Math.max(0, Math.ceil(-Math.log10(second - first) - tiny))
  return shown.map((tick) => `${decimal(tick, digits, reader)}${isShare ? '%' : ''}`)
}
