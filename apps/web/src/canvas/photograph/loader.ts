import type { Piece } from './levels.ts'

/** Maximum pieces to load at the same time. */
const atOnce = 6

/** Loads pieces in order of need, and cancels those no longer needed. */
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

  /** The complete list of missing pieces, most urgent first. */
  want(pieces: readonly Piece[]): void {
    const wanted = new Map(pieces.map((piece) => [piece.key, piece]))
    for (const [key, loading] of this.#loading) {
      if (!wanted.has(key)) this.#giveUp(key, loading)
    }
    this.#waiting = [...wanted.values()].filter(({ key }) => !this.#loading.has(key))
    this.#start()
  }

  /** Requests pieces again after a failure. */
  resume(): void {
    this.#isOver = false
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
