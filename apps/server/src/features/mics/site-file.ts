import { readFileSync } from 'node:fs'

import { z } from 'zod'

import { standings } from '#contract/standing'

import { faultsOf, type Operation } from './binds.ts'

const Statement = z.strictObject({
  sql: z.string().min(1).max(20_000),
  binds: z.array(z.string()).default([]),
})

const Operations = z
  .strictObject({ ping: Statement, findOrder: Statement, writeResult: Statement.optional() })
  .superRefine((operations, check) => {
    for (const [name, statement] of Object.entries(operations)) {
      if (statement === undefined) continue
      for (const fault of faultsOf(name as Operation, statement)) {
        check.addIssue({ code: 'custom', message: fault, path: [name] })
      }
    }
  })
export type Operations = z.output<typeof Operations>

const common = {
  /** How to choose among several orders of a patient's day: by rule, or by a person. */
  whenMany: z.enum(['ask', 'newest', 'oldest']).default('ask'),
  /** Address at which the analysis can be read; `{imageId}` is filled in. */
  reportUrl: z.string().max(500).default(''),
  /** Language in which the order system shows sentences and names of measures. */
  language: z.enum(['en', 'ko']).default('en'),
}

const Facility = z.string().trim().max(180).default('')
const AeTitle = z
  .string()
  .trim()
  .regex(/^[\x20-\x5B\x5D-\x7E]{1,16}$/)

/** Content of a site file. */
export const Site = z.discriminatedUnion('adapter', [
  z.strictObject({
    adapter: z.literal('oracle'),
    ...common,
    operations: Operations,
    /** A folder with Oracle's Instant Client, for servers that thin mode cannot speak to. */
    clientFolder: z.string().min(1).optional(),
  }),
  z.strictObject({
    adapter: z.literal('hl7v2'),
    ...common,
    characterSet: z.enum(['UTF-8', 'EUC-KR']).default('UTF-8'),
    sendingApplication: Facility,
    sendingFacility: Facility,
    receivingApplication: Facility,
    receivingFacility: Facility,
    /** Status of a withdrawn result: never X, which would cancel the order itself. */
    withdrawn: z
      .strictObject({
        /** OBR-25 (HL7 table 0123). */
        report: z.enum(['C', 'F', 'R']).default(standings.withdrawn.hl7Report),
        /** OBX-11 (HL7 table 0085). */
        observation: z.enum(['W', 'D', 'C']).default(standings.withdrawn.hl7Observation),
      })
      .prefault({}),
    /** Address at which orders are received. */
    listen: z
      .strictObject({
        host: z.string().default('127.0.0.1'),
        port: z.int().min(1).max(65_535),
        /** The addresses that may send. */
        from: z.array(z.union([z.ipv4(), z.ipv6()])).min(1),
      })
      .optional(),
  }),
  z.strictObject({
    adapter: z.literal('dicom-mwl'),
    ...common,
    aeTitle: AeTitle.default('FOVEA'),
    calledAeTitle: AeTitle.default('ANY-SCP'),
  }),
  z.strictObject({ adapter: z.literal('demo'), ...common }),
])
export type Site = z.output<typeof Site>

/** Line comments, outside texts. */
const comment = /("(?:\\.|[^"\\])*")|\/\/[^\n]*/g

/** @throws an error that lists the file's faults in a few lines */
export function readSiteFile(file: string): Site {
  const text = readFileSync(file, 'utf8').replaceAll(comment, (_, quoted?: string) => quoted ?? '')
  const parsed = Site.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error))
  return parsed.data
}
