import type { TFunction } from 'i18next'

import type { Origin } from '#annotation/origin'

/** Origin of an annotation with its algorithms, if known; empty for one drawn by hand. */
export function originText({ kind, algorithms }: Origin, t: TFunction): string {
  if (kind === 'manual') return ''
  const names = algorithms.map(({ name, version }) => (version ? `${name} ${version}` : name))
  return [t(`annotations.origin.${kind}`), ...names].join(', ')
}
