import { open } from 'node:fs/promises'

import type { Insertable } from 'kysely'

import { message } from '#contract/messages/message'

import type { Schema } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { ReceivedFile } from '../../platform/http/receive-files.ts'
import type { Decoded, DicomFacts } from '../../platform/images/decode-messages.ts'
import { UndecodableImage, type Decoder } from '../../platform/images/decoder.ts'
import {
  acceptedFormats,
  imageFormats,
  recogniseFormat,
  signatureBytes,
  type ImageFormat,
} from '../../platform/images/format.ts'
import { dicomColumns } from './dicom/columns.ts'

export interface InspectDeps {
  readonly decoder: Decoder
  /** For cameras that do not state their time zone; null if unknown. */
  readonly siteTimeZone: string | null
}

/** The columns of an image that are derived from a file's bytes. */
export type ImageContent = Omit<Insertable<Schema['image']>, 'dataset_id' | 'file_name'>

/** Constraints on a file that is to become an image. */
export interface Expectation {
  /** The only accepted format, whatever the file's first bytes say. */
  readonly format?: ImageFormat
  /** Whether to accept DICOM files without UIDs, which are then generated. */
  readonly mayLackUids?: boolean
}

/**
 * Decodes the whole file once, to identify it and to verify that it is complete.
 * @throws {Problem} if it cannot be kept as an image.
 */
export async function inspectImage(
  { decoder, siteTimeZone }: InspectDeps,
  file: ReceivedFile,
  { format: expected, mayLackUids = false }: Expectation = {},
): Promise<ImageContent> {
  const { format, dicom, undecodable, width, height } = await inspect(decoder, file, expected)
  if (dicom !== undefined && !mayLackUids && lacksUids(dicom)) {
    throw new Problem('unusable_content', message('files.withoutUids'))
  }
  return {
    ...(dicom === undefined ? {} : dicomColumns(dicom, siteTimeZone)),
    sha256: file.sha256,
    size: file.size,
    media_type: imageFormats[format].mediaType,
    width,
    height,
    undecodable: undecodable === undefined ? null : JSON.stringify(undecodable),
  }
}

function lacksUids({ studyInstanceUid, sopInstanceUid }: DicomFacts): boolean {
  return studyInstanceUid === undefined || sopInstanceUid === undefined
}

async function inspect(
  decoder: Decoder,
  file: ReceivedFile,
  expected: ImageFormat | undefined,
): Promise<Decoded & { format: ImageFormat }> {
  const recognised = expected ?? recogniseFormat(await readStart(file.path))
  // DICOM files may lack the preamble that identifies them; no other format is worth a try.
  const format = recognised ?? 'dicom'
  try {
    return { format, ...(await decoder.decode({ kind: 'inspect', source: file.path, format })) }
  } catch (error) {
    if (!(error instanceof UndecodableImage)) throw error
    if (recognised === undefined) {
      throw new Problem(
        'unsupported_format',
        message('files.unknownFormat', { file: file.fileName, formats: acceptedFormats }),
      )
    }
    throw undecodableProblem(error)
  }
}

/** The problem for a caller if a picture cannot be read. */
export function undecodableProblem({ reason, told }: UndecodableImage): Problem {
  return new Problem(refusals[reason], told)
}

const refusals = {
  unusable: 'unusable_content',
  too_large: 'too_large',
  unsupported: 'unsupported_format',
} as const

async function readStart(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(signatureBytes),
      0,
      signatureBytes,
      0,
    )
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
