import { sampleAt } from '#raster/sample'
import type { TracedVessel } from '#retina/vessels/traced-vessels'
import { partByKind } from '#retina/vessels/areas'

import type { Labels, LabelledCase } from './cases.ts'
import { readLabels } from './cases.ts'
import { groupsOf, useInWords } from './groups.ts'
import { percentInWords, type Section, shareInWords, table, titles } from './page.ts'
import type { Eye } from './pipeline.ts'
import { medianOf, type Share, shareOfGroups } from './statistics.ts'

const arteriole = 1
const venule = 2

interface Count {
  count: number
  of: number
}

/** A photograph's vessels with how many of them have the expert's kind. */
export interface KindsJudged extends LabelledCase {
  readonly pixels: Count
  readonly decidedPixels: Count
  readonly centreLines: Count
  readonly segments: Count
  readonly wide: Count
}

/** Accuracy of the classification into arterioles and venules. */
export function kindsSection(judged: readonly KindsJudged[]): Section {
  const rows = groupsOf(judged).map(({ set, use, members }) => {
    const total = (of: (one: KindsJudged) => Count): Share => shareOfGroups(members.map(of))
    return [
      set,
      useInWords[use],
      members.length,
      percentInWords(total(({ pixels }) => pixels)),
      percentInWords(total(({ decidedPixels }) => decidedPixels)),
      percentInWords(total(({ centreLines }) => centreLines)),
      shareInWords(total(({ segments }) => segments)),
      shareInWords(total(({ wide }) => wide)),
    ]
  })
  return {
    title: titles.kinds,
    text: `${table(
      [
        'Set',
        'Photographs were',
        'Number',
        'Pixels, by the network',
        'Pixels, decided',
        'Centre lines, decided',
        'Segments, decided',
        'Wide segments, decided',
      ],
      rows,
    )}

The share that agrees with the expert's kind. *Pixels, by the network*: all pixels labelled arteriole or venule by the expert, by the larger of the network's two probabilities, whether found as vessel or not. *Decided*: after the decision for whole vessels. *Pixels, decided* are the same pixels; those not found as vessel keep the network's kind. The other columns cover vessels that were found and labelled: places along their centre lines, segments between branchings (with the expert's kind at most of their places), and segments wider than the photograph's median. The intervals treat photographs as groups, because the vessels of one photograph are not independent.`,
  }
}

/** Null if the expert did not classify them. */
export async function judgeKinds(
  each: LabelledCase,
  { maps, traced }: Eye,
): Promise<KindsJudged | null> {
  if (each.arteriesAndVeins === null) return null
  const labels = await readLabels(each.arteriesAndVeins)
  const { arteriole: arteries, venule: veins, pixelsPerMapPixel } = maps
  if (arteries === null || veins === null) throw new Error('The network tells no kinds.')
  const { width } = arteries
  const decided = partByKind(maps, traced.field.network.area, traced.field.vessels)
  const pixels = { count: 0, of: 0 }
  const decidedPixels = { count: 0, of: 0 }
  for (let i = 0; i < labels.data.length; i++) {
    const label = labels.data[i] ?? 0
    if (!isKind(label)) continue
    const x = ((i % labels.width) + 0.5) / pixelsPerMapPixel
    const y = (Math.floor(i / labels.width) + 0.5) / pixelsPerMapPixel
    const byNetwork = sampleAt(arteries, x, y) > sampleAt(veins, x, y)
    const at = Math.floor(y) * width + Math.floor(x)
    const [a, v] = [decided.arteriole.data[at] ?? 0, decided.venule.data[at] ?? 0]
    const isArtery = a === v ? byNetwork : a > v
    pixels.of += 1
    pixels.count += Number(byNetwork === (label === arteriole))
    decidedPixels.of += 1
    decidedPixels.count += Number(isArtery === (label === arteriole))
  }
  return { ...each, pixels, decidedPixels, ...countKinds(traced.field.vessels, labels) }
}

/** Minimum length of a segment, in places along the centre line. */
const shortest = 8

/** How many places along centre lines, segments and wide segments have the kind of the labels. */
export function countKinds(vessels: readonly TracedVessel[], labels: Labels) {
  const centreLines = { count: 0, of: 0 }
  const segments = { count: 0, of: 0 }
  const wide = { count: 0, of: 0 }
  const widths = vessels.map(({ points }) =>
    medianOf(points.flatMap(({ widthPx }) => widthPx ?? [])),
  )
  const middle = medianOf(widths.filter((width) => width > 0))
  for (const [i, { points, kind }] of vessels.entries()) {
    const known = points.map(({ x, y }) => labelAt(labels, x, y)).filter(isKind)
    const arteries = known.filter((label) => label === arteriole).length
    const agreeing = kind === 'arteriole' ? arteries : known.length - arteries
    centreLines.of += known.length
    centreLines.count += agreeing
    if (known.length < shortest) continue
    const isRight = Number(2 * agreeing > known.length)
    segments.of += 1
    segments.count += isRight
    if (!((widths[i] ?? 0) > middle)) continue
    wide.of += 1
    wide.count += isRight
  }
  return { centreLines, segments, wide }
}

function isKind(label: number): boolean {
  return label === arteriole || label === venule
}

/** The label at a place of the photograph, or of a neighbour if there is none. */
function labelAt({ width, height, data }: Labels, x: number, y: number): number {
  const column = Math.min(width - 1, Math.max(0, Math.floor(x)))
  const row = Math.min(height - 1, Math.max(0, Math.floor(y)))
  return data[row * width + column] ?? 0
}
