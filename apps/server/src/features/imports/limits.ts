/** Limits of one file that protect memory, far above any real dataset. */
export const mostImages = 2_000_000
export const mostAnnotations = 10_000_000
export const mostCategories = 10_000
