import type { ShapePlan } from '#annotation/plan'
import type { CarryOut } from '#annotation/reshaping'
import { predictArea } from '#contract/prediction'
import type { MultiPolygon } from '#geometry/polygon'
import { parseSegmentation } from '#geometry/segmentation'

import { call } from '../../api/call.ts'
import type { Operations } from '../../canvas/operations.ts'

interface Asked {
  readonly plan: ShapePlan
  readonly image: { readonly id: number }
  readonly stopBy: Parameters<CarryOut>[1]
  readonly credit: Parameters<CarryOut>[2]
}

/**
 * Works out a plan in the worker; what lies between extreme points the server is asked for first.
 * @throws {OperationsError | CallError}
 */
export async function carryOutWith(
  operations: Operations,
  { plan, image, stopBy, credit }: Asked,
): Promise<MultiPolygon> {
  const { drawing } = plan
  if (drawing.kind !== 'extremes') return operations.carryOut(plan)
  const asking = new AbortController()
  stopBy(() => asking.abort())
  const { points, padding, threshold } = drawing
  const { segmentation, model } = await call(predictArea, {
    params: { imageId: image.id },
    body: { points: points.map(({ x, y }): [number, number] => [x, y]), padding, threshold },
    signal: asking.signal,
  })
  credit(model)
  const area = parseSegmentation(segmentation)
  return operations.carryOut({ ...plan, drawing: { kind: 'area', area } })
}
