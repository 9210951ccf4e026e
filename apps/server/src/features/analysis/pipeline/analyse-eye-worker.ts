import { readFile } from 'node:fs/promises'

import type { RgbImage } from '#raster/image'

import { answerOwner } from '../../../platform/answer-owner.ts'
import { modelsAt } from '../../../platform/models/model-port.ts'
import { analysePhotograph } from './analyse-photograph.ts'
import { assist } from './assist.ts'
import type { EyeAnswer, EyeRequest } from './eye-request.ts'

/** The thread's program: the analysis of one photograph. */
async function answer(request: EyeRequest): Promise<EyeAnswer> {
  const { width, height, pixels, port } = request
  const image: RgbImage = { width, height, data: await readFile(pixels) }
  const models = modelsAt(port)
  const work = request.assistant === undefined ? analysePhotograph : assist
  return { failures: await work(image, models, request) }
}

answerOwner(answer)
