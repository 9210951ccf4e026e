import type { DrawnArea } from '#annotation/plan'
import type { Search, SearchAbout, VesselSearch, WandSearch } from '#annotation/search'

import { prepareVessels, vesselAlong } from './photograph/vessels.ts'
import { type PhotographSource, pickAround, prepareWand } from './photograph/wand.ts'

/** A search that the worker performs. */
interface WorkerSearch<Of extends Search = Search> {
  /** Loads the resources before the first search. */
  prepare(this: void, photograph: PhotographSource): Promise<void>
  find(this: void, search: Of, photograph: PhotographSource): Promise<DrawnArea>
}

const wand: WorkerSearch<WandSearch> = {
  prepare: prepareWand,
  find: (search, photograph) => pickAround(photograph, search),
}

const vessel: WorkerSearch<VesselSearch> = {
  prepare: prepareVessels,
  find: (search, photograph) => vesselAlong(photograph, search),
}

/** Every search that the worker performs, by its kind; the server performs the others. */
export const workerSearches: Readonly<Partial<Record<SearchAbout['kind'], WorkerSearch>>> = {
  wand,
  vessel,
}
