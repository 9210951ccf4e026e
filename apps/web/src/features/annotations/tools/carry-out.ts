import { isSearch, type PlanAnswer, type ShapePlan } from '#annotation/plan'
import type { CarryOut } from '#annotation/reshaping'
import type { ClickSearch, ExtremesSearch, Search } from '#annotation/search'
import { predictArea, predictClicked } from '#contract/prediction'
import type { MultiPolygon } from '#geometry/polygon'
import { parseSegmentation } from '#geometry/segmentation'

import { call } from '../../../api/call.ts'
import type { ClickOutliner } from '../../../canvas/clicks/click-outliner.ts'
import { type Operations, OperationsError } from '../../../canvas/operations.ts'

/** The threads of one image that compute areas. */
export interface SearchThreads {
  readonly operations: Operations
  readonly outliner: ClickOutliner
}

interface Asked {
  readonly plan: ShapePlan
  readonly image: { readonly id: number }
  readonly stopBy: Parameters<CarryOut>[1]
  readonly credit: Parameters<CarryOut>[2]
}

/** A search with a wait, outside the worker for operations. */
interface SlowSearch<Of extends Search = Search> {
  find(
    this: void,
    search: Of,
    asked: Pick<Asked, 'image' | 'credit'> & { signal: AbortSignal; outliner: ClickOutliner },
  ): Promise<MultiPolygon>
}

const extremes: SlowSearch<ExtremesSearch> = {
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

/** The server runs the network if this browser cannot. */
const clicks: SlowSearch<ClickSearch> = {
  async find(search, { image, credit, signal, outliner }) {
    const outlined = await outliner.outline(search.clicks, signal)
    if (outlined !== null) {
      if (outlined.area.length === 0)
        throw new OperationsError('nothing found', 'Nothing is there.')
      credit(outlined.model)
      return outlined.area
    }
    const { segmentation, model } = await call(predictClicked, {
      params: { imageId: image.id },
      body: { clicks: [...search.clicks] },
      signal,
    })
    credit(model)
    return parseSegmentation(segmentation)
  },
}

/** By their kind; the worker for operations performs all others. */
const slowSearches: Readonly<Partial<Record<Search['kind'], SlowSearch>>> = { extremes, clicks }

/** Preloads the resources of a search; its first use reports any failure. */
export function prepareSearch({ operations, outliner }: SearchThreads, kind: Search['kind']): void {
  if (kind === 'clicks') outliner.prepare()
  else operations.prepare(kind)
}

/**
 * Computes a plan in the worker, after its search has been answered.
 * @throws {OperationsError | CallError}
 */
export async function carryOutWith(
  { operations, outliner }: SearchThreads,
  { plan, image, stopBy, credit }: Asked,
): Promise<PlanAnswer> {
  const { drawing } = plan
  const search = isSearch(drawing) ? slowSearches[drawing.kind] : undefined
  if (!isSearch(drawing) || search === undefined) return operations.carryOut(plan)
  const asking = new AbortController()
  stopBy(() => asking.abort())
  const { signal } = asking
  const area = await search.find(drawing, { image, credit, signal, outliner })
  return operations.carryOut({ ...plan, drawing: { kind: 'area', area } })
}
