import type { Bitmap, RgbaImage } from '#raster/image'

interface Style {
  readonly red: number
  readonly green: number
  readonly blue: number
  /** Painted in stripes across, so that it is known without its colour. */
  readonly isStriped: boolean
}

/**
 * Styles that distinguish areas, in their order: hues that people with red-green colour blindness can tell
 * apart on the orange of a fundus, plus a pattern.
 */
const areaStyles: readonly Style[] = [
  { red: 255, green: 64, blue: 92, isStriped: false },
  { red: 64, green: 150, blue: 255, isStriped: true },
  { red: 255, green: 225, blue: 64, isStriped: false },
  { red: 0, green: 229, blue: 255, isStriped: true },
  { red: 255, green: 255, blue: 255, isStriped: false },
  { red: 214, green: 102, blue: 255, isStriped: true },
]
/** Stripes and the gaps between them, as a share of the longer side. */
const stripeShare = 1 / 260
const opacity = { full: 255, gap: 105 } as const

/**
 * A picture to lay over a photograph: each area in the style of its place in the list, later ones
 * over earlier ones, and everything else transparent.
 */
export function drawAreas(areas: readonly Bitmap[], firstStyle = 0): RgbaImage {
  const { width = 0, height = 0 } = areas[0] ?? {}
  const data = new Uint8Array(4 * width * height)
  for (const [i, area] of areas.entries()) {
    const style = areaStyles[(firstStyle + i) % areaStyles.length]
    if (style !== undefined) paint(data, area, style)
  }
  return { width, height, data }
}

function paint(target: Uint8Array, { width, height, data }: Bitmap, style: Style): void {
  const period = Math.max(3, Math.round(Math.max(width, height) * stripeShare))
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (data[i] === 0) continue
      const isGap = style.isStriped && Math.floor((x + y) / period) % 2 === 1
      target[4 * i] = style.red
      target[4 * i + 1] = style.green
      target[4 * i + 2] = style.blue
      target[4 * i + 3] = isGap ? opacity.gap : opacity.full
    }
  }
}
