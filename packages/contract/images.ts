import { z } from 'zod'

import { RiskBand } from './analysis-numbers.ts'
import { bytes, endpoint } from './endpoint.ts'
import { ListedValue } from './fields/value.ts'
import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'
import { Review, type reviewDecisions } from './reviews.ts'
import { UndeliveredMessage } from './outbox.ts'
import {
  BooleanText,
  Id,
  IdText,
  idParams,
  ClockText,
  Metadata,
  Success,
  Told,
} from './primitives.ts'

export const referralStates = [
  'Unselected',
  'Unreferred',
  'Referred',
  'Finished',
  'FinishedTransmit',
] as const

/**
 * States of transfers to the archive; from `asked` on, they include the archive's storage
 * commitment.
 */
export const pacsStates = [
  'waiting',
  'sent',
  'failed',
  'asked',
  'committed',
  'notCommitted',
  'unknown',
] as const

/** Progress of an image's analysis. */
export const analysisStates = ['none', 'underWay', 'done', 'notGradable', 'failed'] as const
export type AnalysisState = (typeof analysisStates)[number]

/** The same, with the states of an analysis under way distinguished. */
export const shownAnalysisStates = [
  'none',
  'queued',
  'running',
  'done',
  'notGradable',
  'failed',
] as const
export type ShownAnalysisState = (typeof shownAnalysisStates)[number]

/**
 * The next step for the AI's report on an image. `withheld`: nobody may rely on it, because the
 * photograph is not gradable or a clinician has rejected the result.
 */
export const reportStates = [
  'notAnalysed',
  'underWay',
  'toConfirm',
  'confirmed',
  'withheld',
  'failed',
] as const
export type ReportState = (typeof reportStates)[number]

/** The state of the report on an image by its analysis, and by the latest review of that. */
export function reportStateOf(
  analysis: AnalysisState,
  review: (typeof reviewDecisions)[number] | null,
): ReportState {
  const { rejected, confirmed, none } = reportStatesBy[analysis]
  if (review === null) return none
  return review === 'rejected' ? rejected : confirmed
}

const unreviewed = (state: ReportState) => ({ none: state, confirmed: state, rejected: state })

/** For each state of the analysis the report's: without a review, confirmed and rejected. */
export const reportStatesBy: Readonly<
  Record<AnalysisState, Readonly<Record<'none' | (typeof reviewDecisions)[number], ReportState>>>
> = {
  none: unreviewed('notAnalysed'),
  underWay: unreviewed('underWay'),
  done: { none: 'toConfirm', confirmed: 'confirmed', rejected: 'withheld' },
  notGradable: unreviewed('withheld'),
  failed: unreviewed('failed'),
}

/** The longest side that an image may have, and its most pixels. */
export const imageLimits = {
  side: 30_000,
  pixels: 400_000_000,
  /** Of pictures that have to be in memory as a whole. */
  pixelsAtOnce: 100_000_000,
  bytes: 512 * 1024 * 1024,
} as const

/** Widths in which an image may be asked for; other widths get the next larger one. */
export const renditionWidths = [250, 1024, 2048] as const

/** Images with no longer side are loaded whole; larger ones by tiles. In pixels. */
export const wholeImageSide = 4096

/** The side of a tile in pixels; those at the right and at the bottom may be smaller. */
export const tileSide = 1024

/**
 * The size of an image at a level of its tiles: level 0 is the original, each further one half of
 * it.
 */
export function levelSize(
  { width, height }: { width: number; height: number },
  level: number,
): { width: number; height: number } {
  return { width: Math.ceil(width / 2 ** level), height: Math.ceil(height / 2 ** level) }
}

/** R right, L left, B both, U unpaired (DICOM PS3.3, Image Laterality). */
export const Laterality = z.enum(['R', 'L', 'B', 'U'])

/**
 * The role of an image among those of its dataset with the same SOP Instance UID: one counts; the
 * others await a person's decision, or were set aside. Only the one that counts is analysed, sent
 * and counted.
 */
export const ImageTwin = z.object({
  standing: z.enum(['counts', 'undecided', 'set_aside']),
  /** Whether any of them waits for a choice. */
  is_open: z.boolean(),
  others: z.array(Id),
})
export type ImageTwin = z.infer<typeof ImageTwin>

export const Image = z.object({
  id: Id,
  dataset_id: Id,
  file_name: z.string(),
  path: z.string(),
  width: z.int(),
  height: z.int(),
  size: z.int(),
  patientName: z.string(),
  /** For readers of Korean; '' if the file has no Korean name beside the other. */
  patientNameKorean: z.string(),
  patientID: z.string(),
  /** Sex, and age on the day of the photograph ('045Y'), as DICOM writes them; '' if not known. */
  patientSex: z.string(),
  patientAge: z.string(),
  studyDate: z.string(),
  studyDate_image: ClockText.nullable(),
  laterality: Laterality.nullable(),
  /** True if it was derived from the patient orientation in the DICOM file. */
  lateralityDerived: z.boolean(),
  annotated: z.boolean(),
  numberAnnotations: z.int(),
  annotating: z.array(z.string()),
  /** Categories of the image as a whole, beside those of its annotations. */
  category_ids: z.array(Id),
  /**
   * Values that apply to the image, by field: of itself, its eye and its visit. Of fields that each
   * reader states, the agreed value, else the one that all gave, else that they differ.
   */
  fields: z.record(z.string(), ListedValue),
  metadata: Metadata,
  micsMeta: Metadata,
  dicomMeta: z.record(z.string(), z.string()),
  stateMICS: z.enum(referralStates),
  /** Why the order system did not handle the image. */
  micsFailure: Told.nullable(),
  /** The newest message of each kind about it that another system has not acknowledged. */
  undelivered: z.array(UndeliveredMessage),
  /**
   * State of the latest transfer of the file or its results to the archive; null if there is none.
   */
  pacsState: z.enum(pacsStates).nullable(),
  prediction_status: z.string(),
  prediction_told: Told.nullable(),
  analysisState: z.enum(shownAnalysisStates),
  /** State of the AI's report on the image. */
  reportState: z.enum(reportStates),
  /** The highest band of the risk index; null if the current analysis determines none. */
  riskBand: RiskBand.nullable(),
  /** The latest review of the current analysis. */
  review: Review.nullable(),
  predicted: z.boolean(),
  missing: z.boolean(),
  /** Null if no other image of the dataset is the same DICOM instance. */
  twin: ImageTwin.nullable(),
  /** Why the file is kept but cannot be shown, in English; '' if it can be. */
  undecodable: z.string(),
  undecodable_told: Told.nullable(),
  /** How many frames its file has, and which of them is shown, counted from 1. */
  frames: z.int(),
  frame: z.int(),
  /** Reports, PDFs and segmentations of other systems in its study. */
  documents: z.int(),
  /** Threads of comments on it that are open. */
  openThreads: z.int(),
  /** Changes with the image's pixels: part of the URL of cacheable responses. */
  version: z.string(),
})
export type Image = z.infer<typeof Image>

/** The properties needed to load an image's pixels. */
export const Photograph = Image.pick({ id: true, width: true, height: true, version: true })
export type Photograph = z.infer<typeof Photograph>

export const UploadedImage = z.object({
  image: Image,
  /** True if the dataset already had these exact bytes; then `image` is the existing one. */
  existing: z.boolean(),
})

const toDataset = z.strictObject({
  dataset_id: IdText,
  /** The sub-folder of the dataset, 'a/b'; it need not exist yet. */
  folder: z.string().max(1000).optional(),
  /** Also accepts DICOM files without UIDs; objects written about them use generated UIDs. */
  make_uids: BooleanText.optional(),
})

export const uploadImage = endpoint({
  method: 'POST',
  path: '/api/image/',
  summary: 'Add one image to a dataset',
  access: 'collect',
  query: toDataset,
  upload: { field: 'image', maxFiles: 1 },
  status: 201,
  response: UploadedImage,
})

export const uploadImages = endpoint({
  method: 'POST',
  path: '/api/image/multiple/',
  summary: 'Add several images; each file has its own outcome',
  access: 'collect',
  query: toDataset,
  upload: { field: 'image', maxFiles: 100 },
  response: z.object({
    uploaded: z.array(UploadedImage),
    refused: z.array(Told.extend({ file_name: z.string() })),
  }),
})

/** Hashes of files for one call. */
const mostHashes = 1000

export const findFiles = endpoint({
  method: 'POST',
  path: '/api/dataset/:id/files/find',
  summary: 'Which files the dataset has already, by their SHA-256; the others need to be uploaded',
  access: 'collect',
  params: idParams,
  body: z.strictObject({
    sha256: z.array(z.string().regex(/^[0-9a-f]{64}$/u)).max(mostHashes),
  }),
  response: z.object({ found: z.array(z.object({ sha256: z.string(), image_id: Id })) }),
})

export const getImage = endpoint({
  method: 'GET',
  path: '/api/image/:id',
  summary: 'The picture: a rendition for the browser, or the original file as attachment',
  access: 'view',
  params: idParams,
  query: z
    .strictObject({
      width: z.coerce.number().int().min(1).max(30_000).optional(),
      thumbnail: BooleanText.optional(),
      asAttachment: BooleanText.optional(),
      asDicom: BooleanText.optional(),
      /** A frame of a multi-frame file other than the one the image shows, counted from 1. */
      frame: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
      /** With asDicom: without identifying attributes (DICOM PS3.15 E). */
      deidentified: BooleanText.optional(),
      /**
       * With deidentified: the decision of a person who looked for text in the picture. True
       * blackens everything outside the field of view, false leaves the picture unchanged; either
       * confirms that no text remains.
       */
      mask: BooleanText.optional(),
      /** As attachment, at full size and without the metadata of the original. */
      asPng: BooleanText.optional(),
      /** Ignored by the server; makes the address new when the pixels are. */
      v: z.string().max(64).optional(),
    })
    .refine(({ mask, asDicom, deidentified }) => mask === undefined || (asDicom && deidentified), {
      path: ['mask'],
      ...saying(message('images.maskDeidentified')),
    }),
  response: bytes,
})

export const chooseFrame = endpoint({
  method: 'PUT',
  path: '/api/image/:id/frame',
  summary: 'Choose which frame of a file with several is shown, annotated and analysed',
  access: 'collect',
  params: idParams,
  body: z.strictObject({ frame: z.int().min(1).max(2_147_483_647) }),
  response: Success,
})

export const getKeptField = endpoint({
  method: 'GET',
  path: '/api/image/:id/kept-field',
  summary: 'What stays of the picture in a de-identified download whose surround is masked',
  access: 'view',
  params: idParams,
  response: z.object({
    width: z.int(),
    height: z.int(),
    /** A polygon in pixels, with a margin around the field of view; empty if there is none. */
    outline: z.array(z.tuple([z.int(), z.int()])),
    /** No field of view is found, or the file holds more than one picture of 8 bits. */
    obstacle: z.enum(['no_field', 'other_pixels']).nullable(),
  }),
})

export const getImageTile = endpoint({
  method: 'GET',
  path: '/api/image/:id/tiles/:level/:x/:y',
  summary: 'A square of the picture, by column and row; level 0 has its full size, 1 half of it',
  access: 'view',
  params: z.strictObject({
    id: IdText,
    level: z.coerce.number().int().min(0).max(15),
    x: z.coerce.number().int().min(0).max(30),
    y: z.coerce.number().int().min(0).max(30),
  }),
  query: z.strictObject({
    /** Ignored by the server; makes the address new when the pixels are. */
    v: z.string().max(64).optional(),
  }),
  response: bytes,
})

export const deleteImage = endpoint({
  method: 'DELETE',
  path: '/api/image/:id',
  summary: 'Delete an image; it can be restored from the undo list',
  access: 'collect',
  params: idParams,
  response: Success,
})
