import type { Piece } from './levels.ts'

/** Pieces that are on their way at the same time. */
const atOnce = 6

/** Brings pieces in the order in which they are wanted, and gives up those no longer wanted. */
export class PhotographLoader {
  readonly #load: (address: string, signal: AbortSignal) => Promise<ImageBitmap>
  readonly #tell: {
    loaded(key: string, bitmap: ImageBitmap): void
    failed(error: unknown): void
  }
  readonly #loading = new Map<string, AbortController>()
  #waiting: readonly Piece[] = []
  /** After a failure no more requests are made. */
  #isOver = false

  constructor(
    load: (address: string, signal: AbortSignal) => Promise<ImageBitmap>,
    tell: {
      loaded(key: string, bitmap: ImageBitmap): void
      failed(error: unknown): void
    },
  ) {
    this.#load = load
    this.#tell = tell
  }

  /** These, and only these, are missing now; the first is needed most. */
  want(pieces: readonly Piece[]): void {
    const wanted = new Map(pieces.map((piece) => [piece.key, piece]))
    for (const [key, loading] of this.#loading) {
      if (!wanted.has(key)) this.#giveUp(key, loading)
    }
    this.#waiting = [...wanted.values()].filter(({ key }) => !this.#loading.has(key))
    this.#start()
  }

  close(): void {
    this.#isOver = true
    for (const [key, loading] of this.#loading) this.#giveUp(key, loading)
  }

  #giveUp(key: string, loading: AbortController): void {
    loading.abort()
    this.#loading.delete(key)
  }

  #start(): void {
    while (!this.#isOver && this.#loading.size < atOnce) {
      const [piece, ...others] = this.#waiting
      if (piece === undefined) return
      this.#waiting = others
      void this.#bring(piece)
    }
  }

  async #bring({ key, address }: Piece): Promise<void> {
    const loading = new AbortController()
    this.#loading.set(key, loading)
    try {
      const bitmap = await this.#load(address, loading.signal)
      if (loading.signal.aborted) return bitmap.close()
      this.#loading.delete(key)
      this.#tell.loaded(key, bitmap)
    } catch (error) {
      if (loading.signal.aborted) return
      this.close()
      this.#tell.failed(error)
    }
    this.#start()
  }
}
