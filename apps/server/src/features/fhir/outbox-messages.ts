import { z } from 'zod'

import { message } from '#contract/messages/message'

import { defineOutboxMessage } from '../../platform/outbox/definition.ts'

/** A message on its way to the site's FHIR server. */
export const fhirOutboxMessage = defineOutboxMessage({
  name: 'fhir-message',
  title: message('fhir.letterTitle'),
  payload: z.object({ messageId: z.int() }),
  seconds: 60,
  concurrency: 2,
})

/** A result of which a message is to be made and sent. */
export const fhirResultOutboxMessage = defineOutboxMessage({
  name: 'fhir-result',
  title: message('fhir.resultLetterTitle'),
  payload: z.object({ imageId: z.int(), analysisId: z.int() }),
  seconds: 60,
  concurrency: 2,
})
