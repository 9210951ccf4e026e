const steps = 200

/**
 * The quantile of the F distribution: the value below which a share `probability` of it lies.
 * Degrees of freedom need not be whole. By bisection of the incomplete beta function (DLMF 8.17).
 */
export function fQuantile(probability: number, above: number, below: number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < steps; step++) {
    const middle = (low + high) / 2
    if (incompleteBeta(middle, above / 2, below / 2) < probability) low = middle
    else high = middle
  }
  return (below * low) / (above * (1 - low))
}

/** The 97.5 % quantile of Student's t distribution. */
export function tQuantile(freedom: number): number {
  return Math.sqrt(fQuantile(0.95, 1, freedom))
}

/** The regularised incomplete beta function, by its continued fraction (DLMF 8.17.22). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  // The fraction converges quickly on this side of the mean alone.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const logFactor =
    a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b)
  return Math.exp(logFactor) / (a * betaFraction(x, a, b))
}

/** 1 + d1/(1 + d2/(1 + …)), evaluated from its end. */
function betaFraction(x: number, a: number, b: number): number {
  let fraction = 1
  for (let step = steps; step > 0; step--) {
    const m = Math.floor(step / 2)
    const term =
      step % 2 === 0
        ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
        : -((a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    fraction = 1 + term / fraction
  }
  return fraction
}

/** By Stirling's series (DLMF 5.11.1) above 10, reached by the recurrence. */
function logGamma(z: number): number {
  if (z < 10) return logGamma(z + 1) - Math.log(z)
  const series = 1 / (12 * z) - 1 / (360 * z ** 3) + 1 / (1260 * z ** 5) - 1 / (1680 * z ** 7)
  return (z - 0.5) * Math.log(z) - z + Math.log(2 * Math.PI) / 2 + series
}
