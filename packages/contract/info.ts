import { z } from 'zod'

import { bytes, endpoint } from './endpoint.ts'
import { passwordRules } from './passwords.ts'
import { BooleanText, objectOf } from './primitives.ts'
import { SingleSignOn } from './single-sign-on-offer.ts'

/** One text of the medical-device information in each language. */
const Translated = z.object({ en: z.string(), ko: z.string() })

/** The content of the operator's regulatory file; null if it does not say. */
export const Regulatory = z.object({
  configured: z.boolean(),
  item_name: Translated.nullable(),
  model: Translated.nullable(),
  licence_number: Translated.nullable(),
  device_class: Translated.nullable(),
  manufacturer: Translated.nullable(),
  manufacturer_address: Translated.nullable(),
  manufacture_date: Translated.nullable(),
  intended_use: Translated.nullable(),
  precautions: Translated.nullable(),
  training_data: Translated.nullable(),
  expected_performance: Translated.nullable(),
  limits: Translated.nullable(),
  udi_di: Translated.nullable(),
  instructions_url: z.url().nullable(),
})
export type Regulatory = z.infer<typeof Regulatory>

/** The facts about the medical device, in reading order. */
export const regulatoryFacts = [
  'item_name',
  'model',
  'licence_number',
  'device_class',
  'manufacturer',
  'manufacturer_address',
  'manufacture_date',
  'intended_use',
  'precautions',
  'training_data',
  'expected_performance',
  'limits',
  'udi_di',
] as const satisfies readonly (keyof Regulatory)[]

export const ServerInfo = z.object({
  name: z.string(),
  git: z.object({ tag: z.string() }),
  allow_registration: z.boolean(),
  login_enabled: z.boolean(),
  password_rule: z.enum(passwordRules),
  /** Null if nobody can sign in at an identity provider. */
  single_sign_on: SingleSignOn.nullable(),
  /** Whether people can sign in by passkeys. */
  passkeys: z.boolean(),
  total_users: z.int(),
  /** Whether the current-user call will answer with a user. */
  signed_in: z.boolean(),
  /** Bytes that one uploaded file may have. */
  largest_upload: z.int(),
  help_url: z.url().nullable(),
  /** URI to report vulnerabilities to: `mailto:` or `https:`. */
  security_contact: z.url().nullable(),
  regulatory: Regulatory,
})
export type ServerInfo = z.infer<typeof ServerInfo>

export const healthcheck = endpoint({
  method: 'GET',
  path: '/api/healthcheck',
  summary: 'Is the server well; renews the session unless it is a poll',
  access: 'anyone',
  query: z.strictObject({ poll: BooleanText.optional() }),
  response: z.object({ status: z.literal('ok') }),
})

/** The parts that the server depends on, in reading order. */
export const serverParts = ['database', 'storage', 'decoder', 'models'] as const
export type ServerPart = (typeof serverParts)[number]

const Check = z.enum(['works', 'fails', 'damaged'])

/** Result of the latest check of each part. */
export const Readiness = objectOf(serverParts, Check)
export type Readiness = z.infer<typeof Readiness>

export const readiness = endpoint({
  method: 'GET',
  path: '/api/healthcheck/ready',
  summary:
    'Does the server do its work: tries database, storage, decoding and networks; 503 if one fails',
  access: 'anyone',
  response: z.object({ status: z.literal('ok'), parts: Readiness }),
})

export const healthLive = endpoint({
  method: 'GET',
  path: '/api/health/live',
  summary: 'Does this process answer; asks nothing else',
  access: 'anyone',
  response: z.object({ status: z.literal('ok') }),
})

/** What a process needs to be sent work, in reading order. */
export const healthParts = ['database', 'schema', 'storage'] as const
export type HealthPart = (typeof healthParts)[number]

/**
 * Result of the latest check of each part that a process needs to be sent work, and of the store of
 * files. All processes share that: if it fails, no other process could do better.
 */
export const Health = objectOf([...healthParts, 'files'], Check)
export type Health = z.infer<typeof Health>

export const healthReady = endpoint({
  method: 'GET',
  path: '/api/health/ready',
  summary:
    'May this process be sent work: database, its schema and data folder; 503 if one fails, or while the process drains',
  access: 'anyone',
  response: z.object({ status: z.literal('ok'), parts: Health }),
})

export const getInfo = endpoint({
  method: 'GET',
  path: '/api/info/',
  summary: 'Name, version and what a visitor may do',
  access: 'anyone',
  response: ServerInfo,
})

export const securityTxt = endpoint({
  method: 'GET',
  path: '/.well-known/security.txt',
  summary: 'How to report a vulnerability (RFC 9116), if the operator has set a contact',
  access: 'anyone',
  response: bytes,
})
