import { isSearch, type ShapePlan } from '#annotation/plan'
import type { CarryOut } from '#annotation/reshaping'
import type { ClickSearch, ExtremesSearch, Search } from '#annotation/search'
import { predictArea, predictClicked } from '#contract/prediction'
import type { MultiPolygon } from '#geometry/polygon'
import { parseSegmentation } from '#geometry/segmentation'

import { call } from '../../../api/call.ts'
import type { Operations } from '../../../canvas/operations.ts'

interface Asked {
  readonly plan: ShapePlan
  readonly image: { readonly id: number }
  readonly stopBy: Parameters<CarryOut>[1]
  readonly credit: Parameters<CarryOut>[2]
}

/** A search that the server performs. */
interface ServerSearch<Of extends Search = Search> {
  find(
    this: void,
    search: Of,
    asked: Pick<Asked, 'image' | 'credit'> & { signal: AbortSignal },
  ): Promise<MultiPolygon>
}

const extremes: ServerSearch<ExtremesSearch> = {
  async find({ points, padding, threshold }, { image, credit, signal }) {
    const { segmentation, model } = await call(predictArea, {
      params: { imageId: image.id },
      body: { points: points.map(({ x, y }): [number, number] => [x, y]), padding, threshold },
      signal,
    })
    credit(model)
    return parseSegmentation(segmentation)
  },
}

const clicks: ServerSearch<ClickSearch> = {
  async find(search, { image, credit, signal }) {
    const { segmentation, model } = await call(predictClicked, {
      params: { imageId: image.id },
      body: { clicks: [...search.clicks] },
      signal,
    })
    credit(model)
    return parseSegmentation(segmentation)
  },
}

/** Every search that the server performs, by its kind; the worker performs the others. */
const serverSearches: Readonly<Partial<Record<Search['kind'], ServerSearch>>> = {
  extremes,
  clicks,
}

/**
 * Computes a plan in the worker, after the server has answered its search.
 * @throws {OperationsError | CallError}
 */
export async function carryOutWith(
  operations: Operations,
  { plan, image, stopBy, credit }: Asked,
): Promise<MultiPolygon> {
  const { drawing } = plan
  const search = isSearch(drawing) ? serverSearches[drawing.kind] : undefined
  if (!isSearch(drawing) || search === undefined) return operations.carryOut(plan)
  const asking = new AbortController()
  stopBy(() => asking.abort())
  const area = await search.find(drawing, { image, credit, signal: asking.signal })
  return operations.carryOut({ ...plan, drawing: { kind: 'area', area } })
}
