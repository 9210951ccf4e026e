/** Numbers that look random and are the same in every run. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 to below 1. Source: the generator mulberry32 of T. Ettinger. */
  uniform(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  /** A whole number from 0 to below a limit. */
  below(limit: number): number {
    return Math.floor(this.uniform() * limit)
  }

  /** A sample of the standard normal distribution. Source: G. E. P. Box and M. E. Muller, 1958. */
  normal(): number {
    const length = Math.sqrt(-2 * Math.log(1 - this.uniform()))
    return length * Math.cos(2 * Math.PI * this.uniform())
  }

  /** Between two numbers, even. */
  between(least: number, most: number): number {
    return least + (most - least) * this.uniform()
  }

  chance(share: number): boolean {
    return this.uniform() < share
  }

  pick<T>(things: readonly T[]): T {
    const thing = things[this.below(things.length)]
    if (thing === undefined) throw new Error('There is nothing to pick from.')
    return thing
  }
}
