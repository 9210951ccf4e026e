import { z } from 'zod'

import { resultObjects } from './dicom-results.ts'
import { endpoint } from './endpoint.ts'
import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'
import { mostStudies, StudyDates, StudyUid } from './pacs-search.ts'
import { Flag, HostName, Id, idParams, Instant, Metadata, Success, Told } from './primitives.ts'
import { reportLanguages } from './reports.ts'

/** The title of a DICOM application entity: 1 to 16 printable characters, no backslash. */
const AeTitle = z
  .string()
  .trim()
  .regex(/^[\x20-\x5B\x5D-\x7E]{1,16}$/, saying(message('pacs.aeTitleForm')))

/** How many associations the receiver serves at a time, in all and, usually, of one address. */
export const associationLimits = { most: 32, ofAddress: 8 } as const

export const pacsModalities = ['OP', 'OT', 'XC', 'ANY'] as const
export const retrievalMethods = ['C-MOVE', 'C-GET', 'WADO-RS'] as const
export const sendingMethods = ['C-STORE', 'STOW-RS'] as const
export const resultSending = ['no', 'en', 'ko'] as const
/** Fovea's default AE title, used to call other stations and to be called. */
export const usualAeTitle = 'XAIMED_OP_XAIFN'

const WebRoot = z.union(
  [z.literal(''), z.url({ protocol: /^https?$/ }).max(1000)],
  saying(message('pacs.webForm')),
)

/** The archive that a dataset retrieves from and sends to. */
export const PacsSettings = z.strictObject({
  /** Our AE title towards the archive. */
  AETITLE: AeTitle.default(usualAeTitle),
  /** Host name or address; empty: no archive. */
  IP: HostName.default(''),
  PORT: z.coerce.number().int().min(1).max(65_535).default(104),
  /** Whether it speaks TLS (PS3.15 B.1). */
  TLS: Flag.default(false),
  /** Modality of the series to retrieve. */
  MODALITY: z.enum(pacsModalities).default('XC'),
  /** Accepts only files that are uncompressed or losslessly compressed. */
  FORCELOSSLESSTRANFERPROTOCOL: Flag.default(false),
  /** AE title of the archive. */
  CALLEDAETITLE: AeTitle.default('ANY-SCP'),
  /** C-MOVE needs an archive that knows our receiver, C-GET does not; WADO-RS needs DICOMWEB. */
  RETRIEVE: z.enum(retrievalMethods).default('C-MOVE'),
  /** How images and results go there; STOW-RS needs DICOMWEB. */
  SENDBY: z.enum(sendingMethods).default('C-STORE'),
  /** Whether results go there when an image is analysed, and in which language the report. */
  SENDRESULTS: z.enum(resultSending).default('no'),
  /** Whether to request storage commitment from it, at IP. */
  COMMITMENT: Flag.default(false),
  /** The root of its DICOMweb service, if it has one. */
  DICOMWEB: WebRoot.default(''),
  /** User name for signing in to it (RFC 7617); empty: anonymous. */
  WEBUSER: z
    .string()
    .trim()
    .max(128)
    .regex(/^[^:\p{Cc}]*$/u, saying(message('pacs.webUserForm')))
    .default(''),
})
export type PacsSettings = z.output<typeof PacsSettings>

/** The settings in a change: the password is accepted, and never returned. */
export const PacsChange = PacsSettings.extend({
  /** An address with a user in it would show a password to everybody who sees the settings. */
  DICOMWEB: WebRoot.refine(namesNobody, saying(message('pacs.webForm'))).default(''),
  /** Absent: keeps the stored one, if neither the host of DICOMWEB nor the user has changed. */
  WEBPASSWORD: z.string().max(256).optional(),
}).refine((change) => change.DICOMWEB !== '' || !usesWeb(change), {
  path: ['DICOMWEB'],
  ...saying(message('pacs.webMissing')),
})
export type PacsChange = z.output<typeof PacsChange>

/** Whether images come or go by DICOMweb. */
export function usesWeb({ RETRIEVE, SENDBY }: { RETRIEVE: string; SENDBY: string }): boolean {
  return RETRIEVE === 'WADO-RS' || SENDBY === 'STOW-RS'
}

function namesNobody(root: string): boolean {
  if (!URL.canParse(root)) return true
  const { username, password } = new URL(root)
  return username === '' && password === ''
}

/** The settings as returned. */
export const ShownPacsSettings = PacsSettings.extend({
  /** Whether a password for DICOMWEB is kept. */
  WEBPASSWORDSET: z.boolean(),
})

export const testPacs = endpoint({
  method: 'POST',
  path: '/api/dataset/:id/pacs/test',
  summary: 'Whether an archive with these settings answers to C-ECHO',
  access: 'configure',
  params: idParams,
  body: PacsChange,
  response: Told.extend({ success: z.boolean() }),
  seconds: 40,
})

/** A patient's images of some days, or some studies: one of the two. */
const Wanted = z
  .strictObject({
    patientID: z
      .string()
      .trim()
      .min(1)
      .max(64)
      // Wildcards would match other patients.
      .regex(/^[^*?\\\p{Cc}]+$/u, saying(message('pacs.patientForm')))
      .optional(),
    /** YYYYMMDD, YYYY-MM-DD, or a range YYYYMMDD-YYYYMMDD. */
    studyDate: StudyDates.optional(),
    /** Study Instance UIDs, also of several patients. */
    studies: z.array(StudyUid).min(1).max(mostStudies).optional(),
    dataset_id: Id,
    /** Kept with every image that comes. */
    metadata: Metadata.default({}),
  })
  .refine(
    ({ patientID, studyDate, studies }) =>
      studies === undefined
        ? patientID !== undefined && studyDate !== undefined
        : patientID === undefined && studyDate === undefined,
    saying(message('pacs.patientOrStudies')),
  )

export const retrieveFromPacs = endpoint({
  method: 'POST',
  path: '/api/image/pacsgetdicom',
  summary:
    "Start to retrieve a patient's images of some days, or some studies, from the dataset's archive",
  access: 'collect',
  body: Wanted,
  response: Told.extend({ id: Id, name: z.string() }),
})

/** State of sending an image's file or its results to the archive. */
export const sendingStates = ['waiting', 'sent', 'failed'] as const
/** `unknown`: it was asked for a day, and did not say. */
export const commitmentStates = ['asked', 'committed', 'failed', 'unknown'] as const

/** One transfer: its content, its progress, and the archive's answer. */
export const PacsSending = z.object({
  id: Id,
  kind: z.enum(['image', 'results']),
  /** Language of the report among the results. */
  language: z.enum(reportLanguages),
  asked_at: Instant,
  /** Null if it was sent automatically. */
  asked_by: z.string().nullable(),
  state: z.enum(sendingStates),
  sent_at: Instant.nullable(),
  /** Why the last try came to nothing; it is tried again while the state is `waiting`. */
  failure: Told.nullable(),
  commitment: z.enum(commitmentStates).nullable(),
  /** Why it is not known whether the archive will keep it. */
  commitmentFailure: Told.nullable(),
  objects: z.array(
    z.object({
      kind: z.enum(['image', ...resultObjects]),
      sop_instance_uid: z.string(),
      /** The archive's answer to C-STORE or STOW-RS, as in '0000'. */
      status: z.string(),
      committed: z.boolean().nullable(),
      /** Why it is not committed. */
      reason: Told.nullable(),
    }),
  ),
})
export type PacsSending = z.infer<typeof PacsSending>

export const listSendings = endpoint({
  method: 'GET',
  path: '/api/image/:id/pacs',
  summary: "What of an image was sent to the dataset's archive, the latest first",
  access: 'view',
  params: idParams,
  response: z.array(PacsSending),
})

export const sendToPacs = endpoint({
  method: 'POST',
  path: '/api/image/:id/pacs',
  summary: "Queue the image's DICOM file to be stored in the dataset's archive",
  access: 'send',
  params: idParams,
  response: Told.extend({ id: Id }),
})

/** A station that may send objects here unasked, and the dataset that they go to. */
export const DicomSender = z.object({
  id: Id,
  ae_title: z.string(),
  /** An address or a subnet. */
  address: z.string(),
  dataset: z.object({ id: Id, name: z.string() }),
})
export type DicomSender = z.infer<typeof DicomSender>

export const DicomReceiver = z.object({
  ae_title: z.string(),
  host: z.string(),
  /** Null if nothing listens. */
  port: z.int().nullable(),
  /** Objects that are on disk and not yet images. */
  waiting: z.int(),
  senders: z.array(DicomSender),
  /** The latest objects that did not become images; they are kept. */
  refused: z.array(
    Told.extend({
      id: z.string(),
      received_at: Instant,
      ae_title: z.string(),
      address: z.string(),
      sop_instance_uid: z.string(),
      dataset: z.string(),
    }),
  ),
})
export type DicomReceiver = z.infer<typeof DicomReceiver>

export const getReceiver = endpoint({
  method: 'GET',
  path: '/api/admin/dicom',
  summary: 'The DICOM receiver: who may send, and what could not be taken',
  access: 'admin',
  response: DicomReceiver,
})

export const addSender = endpoint({
  method: 'POST',
  path: '/api/admin/dicom/senders',
  summary: 'Let a station send objects to a dataset',
  access: 'admin',
  body: z.strictObject({
    ae_title: AeTitle,
    address: z.union(
      [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
      saying(message('pacs.addressForm')),
    ),
    dataset_id: Id,
  }),
  status: 201,
  response: DicomSender,
})

export const removeSender = endpoint({
  method: 'DELETE',
  path: '/api/admin/dicom/senders/:id',
  summary: 'Let a station send no more',
  access: 'admin',
  params: idParams,
  response: Success,
})
