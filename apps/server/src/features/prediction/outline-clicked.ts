import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { message } from '#contract/messages/message'
import type { MultiPolygon } from '#geometry/polygon'
import type { Region } from '#raster/crop'
import type { Size } from '#raster/image'
import { findClicked, outlineOf } from '#retina/clicks/outline-clicks'
import { overviewOf, overviewSize } from '#retina/clicks/overview'
import type { Planes } from '#retina/clicks/planes'
import type { Click } from '#retina/clicks/window'
import { windowReader } from '#retina/clicks/window-reader'

import { Problem } from '../../platform/http/problem.ts'
import type { StoredPicture } from '../../platform/images/stored-picture.ts'
import type { NetworkFile } from '../../platform/models/model-messages.ts'
import type { Models } from '../../platform/models/models.ts'
import { RuntimeError } from '../../platform/models/runtime.ts'
import { readPart, type PictureDeps } from './read-part.ts'

interface Deps extends PictureDeps {
  readonly models: Pick<Models, 'runNetwork'>
}

interface Wanted {
  readonly image: Size
  readonly picture: StoredPicture
  readonly clicks: readonly Click[]
  readonly closed: AbortSignal
}

const networkPath = path.join(
  import.meta.dirname,
  '../../../../../packages/retina/clicks/network.onnx',
)
const limitMs = 30_000

let network: Promise<NetworkFile> | undefined

/**
 * The outline of the clicked object, in image pixels.
 * @throws {Problem} unusable_content if nothing is found; unavailable
 */
export async function outlineClicked(deps: Deps, wanted: Wanted): Promise<MultiPolygon> {
  const { image, picture, clicks, closed } = wanted
  const late = AbortSignal.timeout(limitMs)
  const signal = AbortSignal.any([closed, late])
  const read = (region: Region, size: Size) => readPart(deps, picture, { region, size })
  try {
    const whole = { x: 0, y: 0, width: image.width, height: image.height }
    const overview = overviewOf(await read(whole, overviewSize(image)))
    const found = await findClicked({ ...image, overview }, clicks, null, {
      readPixels: windowReader(image, read),
      infer: (planes) => infer(deps.models, planes, signal),
    })
    const area = found === null ? [] : outlineOf(found, clicks, image)
    if (area.length > 0) return area
  } catch (error) {
    throw told(error, { late, closed })
  }
  throw new Problem('unusable_content', message('prediction.nothingClicked'))
}

async function infer(
  models: Deps['models'],
  image: Planes,
  signal: AbortSignal,
): Promise<Float32Array> {
  signal.throwIfAborted()
  network ??= readNetwork()
  const asked = { inputs: { image }, outputs: ['probability'] }
  const { probability } = await models.runNetwork(await network, asked, signal)
  if (probability === undefined) throw new Error('The network gave no probabilities.')
  return probability.data
}

async function readNetwork(): Promise<NetworkFile> {
  const sha256 = createHash('sha256')
    .update(await readFile(networkPath))
    .digest('hex')
  return { path: networkPath, sha256 }
}

function told(error: unknown, { late, closed }: { late: AbortSignal; closed: AbortSignal }) {
  if (closed.aborted) {
    return new Problem('unavailable', message('prediction.cancelled'), { cause: error })
  }
  if (late.aborted) {
    return new Problem('unavailable', message('prediction.clicksTookLong'), { cause: error })
  }
  if (!(error instanceof RuntimeError)) return error
  const detail = error.message
  return new Problem('unavailable', message('prediction.noRuntime', { detail }), { cause: error })
}
