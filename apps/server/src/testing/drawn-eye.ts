import sharp from 'sharp'

const arteriole = '#8a2a14'
const venule = '#7a1f10'
/** From the optic disc: direction in radians, colour, width in pixels. */
const trunks = [
  [-1.2, arteriole, 7],
  [-1, venule, 9],
  [1.2, arteriole, 7],
  [1, venule, 9],
  [-2.2, arteriole, 6],
  [2.2, venule, 7],
  [-2.6, venule, 5],
  [2.6, arteriole, 5],
  [0.25, arteriole, 3],
  [-0.25, arteriole, 3],
] as const

interface Vessel {
  readonly x: number
  readonly y: number
  readonly angle: number
  readonly width: number
  readonly length: number
}

/** A vessel that bends a little and branches until it is too thin to be seen. */
function drawVessel(from: Vessel, colour: string): string {
  const steps = 12
  let { x, y, angle } = from
  if (from.width < 1.2) return ''
  const points = [`${x},${y}`]
  for (let i = 0; i < steps; i++) {
    angle += Math.sin(i * 1.7 + from.width * 3 + x) * 0.09
    x += (Math.cos(angle) * from.length) / steps
    y += (Math.sin(angle) * from.length) / steps
    points.push(`${x.toFixed(1)},${y.toFixed(1)}`)
  }
  const { width, length } = from
  const left = { x, y, angle: angle + 0.35, width: width * 0.78, length: length * 0.8 }
  const right = { x, y, angle: angle - 0.45, width: width * 0.7, length: length * 0.75 }
  const line = `<polyline points="${points.join(' ')}" stroke="${colour}" stroke-width="${width}" fill="none" stroke-linecap="round"/>`
  return line + drawVessel(left, colour) + drawVessel(right, colour)
}

/** Gradient colours from the middle outwards: position, colour, opacity. */
function shade(id: string, ...stops: readonly (readonly [number, string, number?])[]): string {
  const drawn = stops.map(
    ([at, colour, opacity = 1]) =>
      `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
  )
  return `<radialGradient id="${id}">${drawn.join('')}</radialGradient>`
}

/** A PNG of 600 x 600 pixels that passes for a gradable fundus photograph. */
export function drawnEye(): Promise<Buffer> {
  const vessels = trunks.map(([angle, colour, width]) =>
    drawVessel({ x: 180, y: 300, angle, width, length: 110 }, colour),
  )
  const shades = [
    shade('field', [0, '#d0743a'], [1, '#a04a20']),
    shade('disc', [0, '#ffe9b0'], [0.8, '#f7cf80'], [1, '#f7cf80', 0]),
    shade('macula', [0, '#6a2010', 0.7], [1, '#6a2010', 0]),
  ]
  const svg = `<svg width="600" height="600"><defs>${shades.join('')}
    <clipPath id="edge"><circle cx="300" cy="300" r="280"/></clipPath></defs>
    <g clip-path="url(#edge)"><circle cx="300" cy="300" r="280" fill="url(#field)"/>
    <circle cx="180" cy="300" r="42" fill="url(#disc)"/>
    <circle cx="370" cy="310" r="60" fill="url(#macula)"/>${vessels.join('')}</g></svg>`
  return sharp(Buffer.from(svg)).flatten({ background: '#000' }).png().toBuffer()
}
