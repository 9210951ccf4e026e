import type { TFunction } from 'i18next'

import type { Origin } from '#annotation/origin'

/** How an annotation came to be, with the algorithms as far as known; empty for one drawn by hand. */
export function originText({ kind, algorithms }: Origin, t: TFunction): string {
  if (kind === 'manual') return ''
  const names = algorithms.map(({ name, version }) => (version ? `${name} ${version}` : name))
  return [t(`annotations.origin.${kind}`), ...names].join(', ')
}
