import { downloadFhir, generateFhir, getFhir } from '#contract/fhir'
import { resourcesOf, type Bundle, type Resource } from '#fhir/resource'

import { analysedImage } from '../../../testing/analysed-image.ts'
import { startApp } from '../../../testing/start-app.ts'

/** The operator's file about FHIR messages. */
export const site = {
  organisation: '예시병원',
  patient_system: 'urn:oid:2.999.1',
  utc_offset: '+09:00',
  language: 'ko',
}

/** A server with an analysed photograph, and the calls about its message. */
export async function withAnalysis(options: { fhir?: object } = {}) {
  const started = await startApp({ fhir: options.fhir ?? site })
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim)
  const id = await analysedImage(started, kim, { datasetId: dataset.id })
  const generate = (of = id) => kim.call(generateFhir, { query: { original_id: of } })
  const read = async (of = id) => (await kim.call(getFhir, { query: { original_id: of } })).body
  const download = async (as?: 'message' | 'transaction', of = id) => {
    const query = { original_id: of, ...(as === undefined ? {} : { as }) }
    const answer = await kim.call(downloadFhir, { query })
    return { ...answer, bundle: JSON.parse(answer.bytes.toString()) as Bundle }
  }
  return { ...started, kim, dataset, id, generate, read, download }
}

/** The resources of a type. */
export function typed(bundle: Bundle, type: string): Resource[] {
  return resourcesOf(bundle).filter(({ resourceType }) => resourceType === type)
}
