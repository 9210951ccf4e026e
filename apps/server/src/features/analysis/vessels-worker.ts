import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'

import sharp from 'sharp'

import { analyseVessels, type VesselMeasures, type VesselModel } from '#retina/analyse-vessels'
import type { FieldOfView, NotAFundus } from '#retina/field-of-view'
import { drawVesselOverlay } from '#retina/vessel-overlay'

/** Files of our own: `pixels` holds RGB rows, `picture` is to be written. */
export interface VesselsRequest {
  readonly pixels: string
  readonly width: number
  readonly height: number
  readonly picture: string
}

export type VesselsAnswer =
  | {
      readonly ok: true
      readonly model: VesselModel
      readonly measures: VesselMeasures
      readonly field: Pick<FieldOfView, 'centre' | 'diameterPx'>
    }
  | { readonly ok: false; readonly reason: NotAFundus['reason'] }

/** The program of the thread: the computation, and its picture as a transparent PNG. */
async function answer({ pixels, picture, width, height }: VesselsRequest): Promise<VesselsAnswer> {
  const analysis = analyseVessels({ width, height, data: await readFile(pixels) })
  if (analysis.kind === 'not-a-fundus') return { ok: false, reason: analysis.reason }
  const { data } = drawVesselOverlay(analysis)
  await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toFile(picture)
  const { centre, diameterPx } = analysis.field
  const { model, measures } = analysis
  return { ok: true, model, measures, field: { centre, diameterPx } }
}

parentPort?.postMessage(await answer(workerData as VesselsRequest))
