/** The name of a model or program that draws, as it reports it; version null if unknown. */
export interface Algorithm {
  readonly name: string
  readonly version: string | null
}

/** Origin of a drawing: by hand, by an algorithm, or by both. The known algorithms are named. */
export interface Origin {
  readonly kind: 'manual' | 'semiautomatic' | 'automatic'
  readonly algorithms: readonly Algorithm[]
}

/** Drawn by a person, with any manual tool. */
export const byHand: Origin = { kind: 'manual', algorithms: [] }

/**
 * The origin of a drawing made of two: equal kinds are kept; different ones become semi-automatic.
 */
export function joinedOrigin(first: Origin, second: Origin): Origin {
  const others = second.algorithms.filter((algorithm) => !isAmong(first.algorithms, algorithm))
  return {
    kind: first.kind === second.kind ? first.kind : 'semiautomatic',
    algorithms: [...first.algorithms, ...others],
  }
}

export function sameOrigin(a: Origin, b: Origin): boolean {
  return (
    a.kind === b.kind &&
    a.algorithms.length === b.algorithms.length &&
    a.algorithms.every((algorithm) => isAmong(b.algorithms, algorithm))
  )
}

function isAmong(algorithms: readonly Algorithm[], { name, version }: Algorithm): boolean {
  return algorithms.some((other) => other.name === name && other.version === version)
}
