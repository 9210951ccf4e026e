import type { Search, SearchAbout, WandSearch } from '#annotation/search'
import type { MultiPolygon } from '#geometry/polygon'

import { type PhotographSource, pickAround, prepareWand } from './photograph/wand.ts'

/** A search that is answered in the worker. */
interface WorkerSearch<Of extends Search = Search> {
  /** Loads ahead of the first search what it needs. */
  prepare(this: void, photograph: PhotographSource): Promise<void>
  find(this: void, search: Of, photograph: PhotographSource): Promise<MultiPolygon>
}

const wand: WorkerSearch<WandSearch> = {
  prepare: prepareWand,
  find: (search, photograph) => pickAround(photograph, search.at, search),
}

/** Every search that is answered in the worker, by its kind; others are answered by the server. */
export const workerSearches: Readonly<Partial<Record<SearchAbout['kind'], WorkerSearch>>> = { wand }
