import type { Region } from '#raster/crop'
import type { GreyImage, Size } from '#raster/image'
import { resample } from '#raster/resample'
import type { Disc, EyeMaps, VesselMaps } from '#retina/eye-maps'
import type { EyeMeasures, MeasureName } from '#retina/eye-measures'
import { isMeasured } from '#retina/eye-measures'
import { measureEye } from '#retina/measures'

import { type LabelledCase, type Labels, readLabels } from './cases.ts'
import { groupsOf, useInWords } from './groups.ts'
import { fixed, iccInWords, type Section, table, titles } from './page.ts'
import type { Eye } from './pipeline.ts'
import { agreementOf } from './statistics.ts'

/** One eye measured on the expert's map and on the network's, with the same disc and scale. */
export interface ComparedEye extends LabelledCase {
  /** Widths as the expert drew them. */
  readonly drawn: EyeMeasures
  /** Widths in the photograph of the vessels that the expert drew. */
  readonly manual: EyeMeasures
  /** Like `manual`, with the disc that an expert outlined, if there is one. */
  readonly byExpertsDisc: EyeMeasures
  readonly automatic: EyeMeasures
}

type Manual = 'drawn' | 'manual'

/** The measures to compare, and the decimals to show. */
const compared: readonly (readonly [MeasureName, Manual, title: string, digits: number])[] = [
  ['crae', 'manual', 'CRAE, µm', 1],
  ['crve', 'manual', 'CRVE, µm', 1],
  ['avr', 'manual', 'AVR', 3],
  ['crae', 'drawn', 'CRAE, µm, against drawn widths', 1],
  ['crve', 'drawn', 'CRVE, µm, against drawn widths', 1],
  ['avr', 'drawn', 'AVR, against drawn widths', 3],
  ['craeZoneC', 'manual', 'CRAE, zone C, µm', 1],
  ['crveZoneC', 'manual', 'CRVE, zone C, µm', 1],
  ['avrZoneC', 'manual', 'AVR, zone C', 3],
  ['vesselDensity', 'manual', 'Vessel density', 4],
  ['fractalDimension', 'manual', 'Fractal dimension', 3],
]

/** Null if no expert classified arterioles and venules. */
export async function compareCalibres(
  each: LabelledCase,
  { maps, measures }: Eye,
): Promise<ComparedEye | null> {
  if (each.arteriesAndVeins === null) return null
  const eye = manualEye(await readLabels(each.arteriesAndVeins), maps)
  const { photograph: _photograph, ...drawn } = eye
  const manual = measureEye(eye)
  const disc = await discByExpert(each)
  return {
    ...each,
    drawn: measureEye(drawn),
    manual,
    byExpertsDisc: disc === null ? manual : measureEye({ ...eye, disc }),
    automatic: measures,
  }
}

/** LES-AV's alone have outlines. */
async function discByExpert({ set, photograph }: LabelledCase): Promise<Disc | null> {
  if (set !== 'LES-AV') return null
  const mask = await readLabels(photograph.replace('/images/', '/od/'))
  let [area, x, y] = [0, 0, 0]
  for (const [i, value] of mask.data.entries()) {
    if (value < 128) continue
    area += 1
    x += (i % mask.width) + 0.5
    y += Math.floor(i / mask.width) + 0.5
  }
  if (area === 0) return null
  const diameterPx = 2 * Math.sqrt(area / Math.PI)
  return { centre: { x: x / area, y: y / area }, diameterPx, outline: [], doubts: [] }
}

/** How calibres by the networks' maps agree with those by experts' maps of the same eyes. */
export function calibreSection(eyes: readonly ComparedEye[]): Section {
  const groups = [
    ...groupsOf(eyes).map(({ set, use, members }) => [set, useInWords[use], members] as const),
    ['HRF', 'all, most trained on', eyes.filter(({ set }) => set === 'HRF')] as const,
  ]
  const rows = compared.flatMap(([measure, by, title, digits]) =>
    groups
      .filter(([, , members]) => members.length > 3)
      .map(([set, use, members]) => {
        const pairs = members.flatMap((eye) => pairOf(eye[by], eye.automatic, measure))
        const count = `${pairs.length} of ${members.length}`
        return [title, set, use, count, ...agreementInWords(pairs, digits)]
      }),
  )
  return {
    title: titles.calibres,
    text: `${table(
      [
        'Measure',
        'Set',
        'Photographs were',
        'Measured by both',
        'ICC(2,1), 95 % interval',
        'Mean by hand',
        'Bias',
        '95 % limits of agreement',
        'Median difference',
      ],
      rows,
    )}

The same measuring is applied to the experts' arteriole and venule maps and to the networks', with the disc that was found and a scale of 1,800 µm per disc. This shows the effect of finding vessels and their kinds on the measures, not the effect of an error of the disc. Widths are measured in the photograph for both, except in the rows *against drawn widths*, which use the widths of the expert's map. Bias is automatic minus manual. The constants of the correction for blur were chosen by HRF's other photographs alone.`,
  }
}

/** Requires at least four pairs. */
function agreementInWords(pairs: readonly [number, number][], digits: number): string[] {
  if (pairs.length < 4) return ['–', '–', '–', '–', '–']
  const agreement = agreementOf(pairs)
  return [
    iccInWords(agreement),
    fixed(agreement.mean, digits),
    fixed(agreement.bias, digits),
    agreement.limits.map((limit) => fixed(limit, digits)).join(' to '),
    `${fixed(100 * agreement.medianChange, 1)} %`,
  ]
}

function pairOf(
  manual: EyeMeasures,
  automatic: EyeMeasures,
  name: MeasureName,
): [number, number][] {
  const [a, b] = [manual.measures[name], automatic.measures[name]]
  return isMeasured(a) && isMeasured(b) ? [[a.value, b.value]] : []
}

/** The expert's map in the place of the networks', at the same resolutions. */
function manualEye(labels: Labels, { closeUp, ...whole }: EyeMaps): EyeMaps {
  const eye = { ...whole, ...manualMaps(labels, whole) }
  return closeUp === undefined ? eye : { ...eye, closeUp: manualMaps(labels, closeUp) }
}

function manualMaps(labels: Labels, { origin, pixelsPerMapPixel, vessel }: VesselMaps): VesselMaps {
  const shown = cut(labels, {
    x: Math.round(origin.x),
    y: Math.round(origin.y),
    width: Math.round(vessel.width * pixelsPerMapPixel),
    height: Math.round(vessel.height * pixelsPerMapPixel),
  })
  return {
    origin,
    pixelsPerMapPixel,
    vessel: shareOf(shown, vessel, (label) => label > 0),
    arteriole: shareOf(shown, vessel, (label) => label === 1 || label === 3),
    venule: shareOf(shown, vessel, (label) => label === 2 || label === 3),
  }
}

/** Outside the photograph there are no vessels. */
function cut(labels: Labels, { x, y, width, height }: Region): Labels {
  const data = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) {
    const from = y + row
    if (from < 0 || from >= labels.height) continue
    const line = labels.data.subarray(from * labels.width, (from + 1) * labels.width)
    data.set(line.subarray(Math.max(0, x), x + width), row * width + Math.max(0, -x))
  }
  return { width, height, data }
}

function shareOf(labels: Labels, size: Size, holds: (label: number) => boolean): GreyImage {
  const data = Float32Array.from(labels.data, (label) => Number(holds(label)))
  return resample({ width: labels.width, height: labels.height, data }, size)
}
