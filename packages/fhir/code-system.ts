import { systems } from './codes.ts'
import type { Coding, Resource } from './resource.ts'

/** What no standard terminology has a code for. Codes are never given another meaning. */
const concepts = {
  'analysis-result': [
    'Result of a retinal analysis',
    'A message that tells the result of the analysis of a fundus photograph.',
  ],
  'vessel-calibre': [
    'Retinal vessel calibre',
    'Summary calibres of the retinal vessels around the optic disc (Knudtson 2003, zone B).',
  ],
  crae: [
    'Central retinal artery equivalent',
    'The calibre of one arteriole equivalent to the six largest ones that cross zone B.',
  ],
  crve: [
    'Central retinal vein equivalent',
    'The calibre of one venule equivalent to the six largest ones that cross zone B.',
  ],
  avr: [
    'Arteriole-to-venule ratio',
    'The central retinal artery equivalent over the central retinal vein equivalent.',
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

export type LocalCode = keyof typeof concepts

/** A coding of our own code system. */
export function local(code: LocalCode): Coding {
  return { system: systems.local, code, display: concepts[code][0] }
}

/** Our code system as a resource, to be published beside the messages that use it. */
export function localCodeSystem(product: { name: string; version: string }): Resource {
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
    count: Object.keys(concepts).length,
    concept: Object.entries(concepts).map(([code, [display, definition]]) => ({
      code,
      display,
      definition,
    })),
  }
}
