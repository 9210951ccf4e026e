/** Loads by address, and keeps the last thing loaded. */
export class Kept<T> {
  readonly #load: (address: string) => Promise<T>
  #last: { readonly address: string; readonly loaded: Promise<T> } | null = null

  constructor(load: (address: string) => Promise<T>) {
    this.#load = load
  }

  /** Null if it cannot be had, as without a network; the next call tries again. */
  async at(address: string): Promise<T | null> {
    const now =
      this.#last?.address === address ? this.#last : { address, loaded: this.#load(address) }
    this.#last = now
    try {
      return await now.loaded
    } catch {
      if (this.#last === now) this.#last = null
      return null
    }
  }
}
