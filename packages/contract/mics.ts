import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'
import { Flag, HostName, idParams, StartedTask, Success, Told } from './primitives.ts'

/** How a site's order system is spoken to; the operator's site file says which. */
export const micsAdapters = ['oracle', 'hl7v2', 'dicom-mwl', 'demo'] as const

/** The order system of the hospital that a dataset's images belong to. */
export const MicsSettings = z.strictObject({
  /** An image without an order is not referred. */
  REQUIRE: Flag.default(false),
  /** Results are sent to the order system. */
  REQUIRESEND: Flag.default(false),
  /** Host name or address; empty: no order system. */
  IP: HostName.default(''),
  PORT: z.coerce.number().int().min(1).max(65_535).default(1521),
  SERVICENAME: z
    .string()
    .trim()
    .regex(/^[\w.$#-]{1,128}$/, saying(message('mics.serviceForm')))
    .default('ORCL'),
  USERNAME: z
    .string()
    .trim()
    .max(128)
    .regex(/^[^\p{Cc}]*$/u)
    .default(''),
})
export type MicsSettings = z.output<typeof MicsSettings>

/** The settings in a change: the password is accepted, and never returned. */
export const MicsChange = MicsSettings.extend({
  /** Absent: keeps the stored one, if neither the host nor the user has changed. */
  PASSWORD: z.string().max(256).optional(),
})
export type MicsChange = z.output<typeof MicsChange>

/** The settings as returned. */
export const ShownMicsSettings = MicsSettings.extend({
  /** Whether a password is kept. */
  PASSWORDSET: z.boolean(),
})

export const getMics = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/mics',
  summary: 'How the order system of this site is spoken to',
  access: 'view',
  params: idParams,
  response: z.object({
    /** Null if the operator has set up none. */
    adapter: z.enum(micsAdapters).nullable(),
    /** Whether results can be sent to it. */
    writes: z.boolean(),
  }),
})

export const testMics = endpoint({
  method: 'POST',
  path: '/api/dataset/:id/mics/test',
  summary: 'Whether an order system with these settings answers',
  access: 'configure',
  params: idParams,
  body: MicsChange,
  response: Told.extend({ success: z.boolean() }),
  seconds: 40,
})

export const referImage = endpoint({
  method: 'POST',
  path: '/api/mics/image/:id/refer',
  summary: 'Queue the analysis of an image, once it has the order that its dataset may require',
  access: 'analyse',
  params: idParams,
  response: Told.extend({ task: StartedTask }),
  seconds: 40,
})

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/mics/image/:id/orders',
  summary: "The orders of the image's patient and day, as the order system has them now",
  access: 'collect',
  params: idParams,
  response: z.array(
    z.object({
      ordSeq: z.string(),
      department: z.string(),
      /** YYYY-MM-DD; empty if the order system does not state it. */
      date: z.string(),
    }),
  ),
  seconds: 40,
})

export const chooseOrder = endpoint({
  method: 'POST',
  path: '/api/mics/image/:id/order',
  summary: 'Say which of several orders the image belongs to',
  access: 'collect',
  params: idParams,
  body: z.strictObject({ ordSeq: z.string().min(1).max(200) }),
  response: Success,
  seconds: 40,
})

export const sendResultAgain = endpoint({
  method: 'POST',
  path: '/api/mics/image/:id/send',
  summary:
    'Send the result of an image to the order system as it stands now, also if it was sent before',
  access: 'send',
  params: idParams,
  response: Told,
})
