import { z } from 'zod'

import { message } from '#contract/messages/message'

import { defineLetter } from '../../platform/outbox/definition.ts'

/** A message on its way to the site's FHIR server. */
export const fhirLetter = defineLetter({
  name: 'fhir-message',
  title: message('fhir.letterTitle'),
  payload: z.object({ messageId: z.int() }),
  seconds: 60,
  concurrency: 2,
})
