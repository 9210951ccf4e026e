import { z } from 'zod'

import { message } from '#contract/messages/message'

import { defineOutboxMessage } from '../../platform/outbox/definition.ts'

/** Outbox message that sends a FHIR message to the site's server. */
export const fhirOutboxMessage = defineOutboxMessage({
  name: 'fhir-message',
  title: message('fhir.letterTitle'),
  payload: z.object({ messageId: z.int() }),
  seconds: 60,
  concurrency: 2,
})

/** Outbox message that creates and sends the FHIR message of a result. */
export const fhirResultOutboxMessage = defineOutboxMessage({
  name: 'fhir-result',
  title: message('fhir.resultLetterTitle'),
  payload: z.object({ imageId: z.int(), analysisId: z.int() }),
  seconds: 60,
  concurrency: 2,
})
