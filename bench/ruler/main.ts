import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

import type { GreyImage } from '#raster/image'
import sharp from 'sharp'

import { table } from '../evaluation/page.ts'
import { errorOf, type Measurement, measureShape, toleranceOf } from './measured.ts'
import { looks, measureLook, type SeenWidths } from './photographs.ts'
import { plotErrors } from './plot.ts'
import { mapsOf, type Pose, posesOf } from './poses.ts'
import { type Shape, shapes } from './shapes.ts'

const root = path.join(import.meta.dirname, '../..')
const exported = path.join(root, '.cache/ruler-shapes')

/** Parts that can be run by name: the measurements, which write the page, and shapes for export. */
export const rulerParts: Readonly<Record<string, () => Promise<void>>> = {
  ruler: writePage,
  'ruler-shapes': exportShapes,
}

const intro = `# The ruler

The ruler is a set of shapes with known answers, drawn by \`bench/ruler/shapes.ts\` at 2,048 pixels of 5 µm (disc 1,800 µm, arterioles 80 µm, venules 120 µm). Each is drawn in four rotations at three sub-pixel shifts, and in three of these poses at 1,366 pixels, and measured as the analysis measures the maps of a network. Expected values are computed in closed form from the drawing. \`npm run bench -- ruler\` writes this page; \`npm run bench -- ruler-shapes\` writes the pictures (vessels; arterioles red, venules blue) and the expected values to \`.cache/ruler-shapes\`, so that other programs can be tested on the same shapes.

The ruler shows how exact the measuring is if the maps are right. [evaluation.md](evaluation.md) reports how right they are.

A drawn fractal is fractal only between its shortest line and its extent. The quadratic Koch curve is so fine that only the larger pictures show it. It touches itself in more and more places, so the number of boxes approaches a power of their side slowly: drawn finer than pixels, it would measure 4 % too low at these sizes. Before tracing, the other two curves stay within 0.5 %, however finely they are drawn.
`

async function writePage(): Promise<void> {
  const measured = shapes.flatMap((shape) => {
    console.log(`Ruler: ${shape.name} …`)
    return posesOf(shape).flatMap((pose) => measureShape(shape, pose))
  })
  const relative = measured.filter(({ measure }) => toleranceOf(measure).unit === '%')
  const missing = measured.filter(({ found }) => found === null)
  const summary = `${measured.length} measurements, ${missing.length} not measurable. Median error of the ${relative.length} stated in per cent: ${fixed(medianOf(relative.map((each) => Math.abs(errorOf(each)))), 2)} %.\n`
  const rows = groupsOf(measured).map(rowOf)
  const columns = [
    'Shape',
    'Measure',
    'Expected',
    'Measurements',
    'Median error',
    'Largest error',
    'Spread over poses',
    'Allowed',
    'Kept',
  ]
  const folder = path.join(root, 'docs/ruler')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'errors.svg'), plotErrors(groupsOf(measured)))
  const picture =
    '![The error of each measurement as a share of the allowed error](ruler/errors.svg)\n'
  const tables = [`${table(columns, rows)}\n`, widthsSection()]
  const page = [intro, summary, picture, ...tables].join('\n')
  await writeFile(path.join(root, 'docs/ruler.md'), page)
  process.stdout.write(`${summary}The page is docs/ruler.md.\n`)
}

/** For the first shape, whose vessels of a kind are all of one width. */
function widthsSection(): string {
  console.log('Ruler: widths in photographs …')
  const [shape] = shapes
  const seen = shape === undefined ? [] : looks.map((look) => measureLook(shape, look))
  const columns = ['Absorption', 'Reflex', 'Blur, µm', 'CRAE over drawn', 'CRVE over drawn']
  return `## Widths in photographs\n\n${widthsIntro}\n\n${table(columns, seen.map(seenRow))}\n`
}

const widthsIntro =
  'Calibres are measured in the photograph, not on the map: the full width at half depth that a photograph in focus would show. The blur is found by the edges of all vessels, and the widths are corrected for it. Here vessels are rendered as cylinders of blood that absorb light by their depth (*absorption*: the exponent at the middle), with or without a reflex that returns a part of it, and blurred by a Gaussian with the standard deviation in the column *blur*. The numbers are measured over drawn widths.'

function seenRow({ absorption, reflex, blur, crae, crve }: SeenWidths): string[] {
  const ratio = (value: number | null): string =>
    value === null ? 'not measurable' : fixed(value, 3)
  return [String(absorption), fixed(reflex, 1), fixed(80 * blur, 0), ratio(crae), ratio(crve)]
}

/** All poses of one measure of one shape. */
function groupsOf(measured: readonly Measurement[]): Measurement[][] {
  const groups = new Map<string, Measurement[]>()
  for (const each of measured) {
    const key = `${each.shape}, ${each.measure}`
    groups.set(key, [...(groups.get(key) ?? []), each])
  }
  return [...groups.values()]
}

function rowOf(group: readonly Measurement[]): string[] {
  const [first] = group
  if (first === undefined) return []
  const { unit, most } = toleranceOf(first.measure)
  const errors = group.map(errorOf)
  const sizes = errors.map(Math.abs)
  const largest = Math.max(...sizes)
  const spread = Math.max(...errors) - Math.min(...errors)
  const inUnit = (value: number): string =>
    unit === 'count' ? fixed(value, 0) : `${fixed(value, 2)} ${unit}`
  return [
    first.shape,
    first.measure,
    String(Number(first.expected.toPrecision(5))),
    String(group.length),
    inUnit(medianOf(sizes)),
    inUnit(largest),
    inUnit(spread),
    unit === 'count' ? 'exact' : inUnit(most),
    largest <= most + 1e-9 ? 'yes' : '**no**',
  ]
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? NaN
}

function fixed(value: number, digits: number): string {
  return Number.isNaN(value) ? 'not measurable' : value.toFixed(digits)
}

async function exportShapes(): Promise<void> {
  await mkdir(exported, { recursive: true })
  const index = []
  for (const [i, shape] of shapes.entries()) {
    for (const [k, pose] of posesOf(shape).entries()) {
      const name = `shape-${i + 1}-pose-${k + 1}`
      await writePictures(shape, pose, name)
      index.push({ file: name, shape: shape.name, pose, expected: shape.expected })
    }
  }
  await writeFile(
    path.join(exported, 'expected.json'),
    `${JSON.stringify({ discMicrometres: 1800, shapes: index }, null, 1)}\n`,
  )
  process.stdout.write(`${index.length} shapes are in ${exported}\n`)
}

async function writePictures(shape: Shape, pose: Pose, name: string): Promise<void> {
  const { vessel, arteriole, venule } = mapsOf(shape, pose)
  const grey = bytesOf(vessel)
  const raw = { width: vessel.width, height: vessel.height }
  await sharp(grey, { raw: { ...raw, channels: 1 } })
    .png()
    .toFile(path.join(exported, `${name}-vessels.png`))
  const colours = Buffer.alloc(3 * grey.length)
  const [red, blue] = [arteriole, venule].map((map) => (map === null ? grey : bytesOf(map)))
  for (let p = 0; p < grey.length; p++) {
    colours[3 * p] = red?.[p] ?? 0
    colours[3 * p + 2] = blue?.[p] ?? 0
  }
  await sharp(colours, { raw: { ...raw, channels: 3 } })
    .png()
    .toFile(path.join(exported, `${name}-kinds.png`))
}

function bytesOf({ data }: GreyImage): Buffer {
  return Buffer.from(data.map((share) => Math.round(255 * share)))
}
