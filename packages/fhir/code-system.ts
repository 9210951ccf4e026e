import { systems } from './codes.ts'
import type { Coding, Resource } from './resource.ts'

/** Codes for concepts that no standard terminology has. A code never changes its meaning. */
const concepts = {
  'analysis-result': [
    'Result of a retinal analysis',
    'A message that tells the result of the analysis of a fundus photograph.',
  ],
  'cardiovascular-risk': [
    'Cardiovascular risk',
    'The hazard relative to the average for age and sex, by the calibres of retinal vessels. It is no probability.',
  ],
  'coronary-heart-disease': ['Coronary heart disease', 'The risk of coronary heart disease.'],
  stroke: ['Stroke', 'The risk of stroke.'],
  'cardiovascular-event': [
    'Cardiovascular event',
    'The risk of the event that the text of the concept names.',
  ],
  low: ['Low', 'At most the average.'],
  'cannot-be-told': ['Cannot be told', 'The interval is too wide to tell it from the average.'],
  moderate: ['Moderate', 'Above the average.'],
  high: ['High', 'Well above the average.'],
} as const

type LocalCode = keyof typeof concepts

/** A concept of our own code system that a message defines. */
export interface LocalConcept {
  readonly code: string
  readonly display: string
  readonly definition: string
}

/** A coding of our own code system. */
export function local(code: LocalCode): Coding {
  return localCoding({ code, display: concepts[code][0] })
}

export function localCoding({ code, display }: Pick<LocalConcept, 'code' | 'display'>): Coding {
  return { system: systems.local, code, display }
}

/**
 * Our code system as a resource, to be published beside the messages that use it.
 * @param told concepts that messages define
 */
export function localCodeSystem(
  product: { name: string; version: string },
  told: readonly LocalConcept[],
): Resource {
  const own = Object.entries(concepts).map(([code, [display, definition]]) => ({
    code,
    display,
    definition,
  }))
  const all = [
    ...own,
    ...told.map(({ code, display, definition }) => ({ code, display, definition })),
  ]
  return {
    resourceType: 'CodeSystem',
    id: systems.local.replace('urn:uuid:', ''),
    url: systems.local,
    version: product.version,
    name: 'RetinalAnalysis',
    title: 'Analysis of fundus photographs',
    status: 'active',
    experimental: false,
    publisher: product.name,
    description:
      'Codes of retinal measurements and risk categories that no standard terminology has.',
    caseSensitive: true,
    content: 'complete',
    count: all.length,
    concept: all,
  }
}
