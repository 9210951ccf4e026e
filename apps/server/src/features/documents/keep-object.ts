import { randomUUID } from 'node:crypto'

import { message } from '#contract/messages/message'
import { displayName } from '#dicom/person-name'
import { documentKindOf, type DocumentKind } from '#dicom/sop-class'

import { breaksUnique } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/clock.ts'
import { Problem } from '../../platform/http/problem.ts'
import { storageProblem } from '../../platform/http/receive-files.ts'
import type { DicomFacts } from '../../platform/images/decode-messages.ts'
import { UndecodableImage } from '../../platform/images/decoder.ts'
import { addDicomObject } from '../images/dicom/add-dicom-object.ts'
import { undecodableProblem } from '../images/inspect-image.ts'
import type { ListedImage } from '../images/queries.ts'
import { findDocument, type DocumentRow } from './queries.ts'

type ImageDeps = Parameters<typeof addDicomObject>[0]
type NewObject = Parameters<typeof addDicomObject>[1]

export type KeepDeps = ImageDeps & { readonly clock: Clock }

/** The place where an object was kept; `existing` if the dataset had identical bytes. */
export type KeptObject = { readonly existing: boolean } & (
  | { readonly image: ListedImage }
  | { readonly document: DocumentRow }
)

/**
 * Keeps an object from a station or a program: as an image, or as a document of its study.
 * @throws {Problem} if it can be neither
 */
export function keepObject(
  deps: KeepDeps,
  object: NewObject & { readonly sopClassUid: string },
): Promise<KeptObject> {
  const { sopClassUid, ...image } = object
  const kind = documentKindOf(sopClassUid)
  return kind === undefined ? addDicomObject(deps, image) : addDocument(deps, object, kind)
}

async function addDocument(
  deps: KeepDeps,
  object: NewObject & { readonly sopClassUid: string },
  kind: DocumentKind,
): Promise<KeptObject> {
  const { db, files } = deps
  const { dataset, file, actor } = object
  const known = await findDocument(db, dataset.id, file.sha256)
  if (known !== undefined) return { document: known, existing: true }
  const facts = await readFacts(deps, file.path)
  const key = `documents/${dataset.id}/${randomUUID()}.dcm`
  try {
    const document = await db.transaction().execute(async (trx) => {
      const row = await trx
        .insertInto('dicom_document')
        .values({
          ...columnsOf(facts),
          dataset_id: dataset.id,
          kind,
          sop_class_uid: object.sopClassUid,
          sha256: file.sha256,
          size: file.size,
          file: key,
          received_at: deps.clock(),
          created_by: actor.id,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await files.put(key, file.path).catch((error: unknown) => {
        throw storageProblem(error)
      })
      return row
    })
    return { document, existing: false }
  } catch (error) {
    // The same object may have arrived at the same moment.
    const other = breaksUnique(error, 'dicom_document_dataset_id_sha256_key')
      ? await findDocument(db, dataset.id, file.sha256)
      : undefined
    if (other === undefined) throw error
    return { document: other, existing: true }
  }
}

/** @throws {Problem} if it cannot be read, or lacks a UID */
async function readFacts({ decoder }: KeepDeps, source: string): Promise<DicomFacts> {
  const { dicom } = await decoder
    .decode({ kind: 'describe', source, format: 'dicom' })
    .catch((error: unknown) => {
      throw error instanceof UndecodableImage ? undecodableProblem(error) : error
    })
  if (dicom === undefined) throw new Error('A description of a DICOM file has its attributes.')
  return dicom
}

function columnsOf(facts: DicomFacts) {
  const { studyInstanceUid: study, seriesInstanceUid: series, sopInstanceUid: instance } = facts
  if (study === undefined || series === undefined || instance === undefined) {
    const told = message('files.malformed', { detail: message('files.lacksUid') })
    throw new Problem('unusable_content', told)
  }
  const { id, name } = facts.patient
  return {
    study_uid: study,
    series_uid: series,
    instance_uid: instance,
    patient_id: id ?? '',
    patient_name: name === undefined ? '' : displayName(name, 'en'),
    study_date: facts.studyDate ?? null,
    dicom_meta: JSON.stringify(facts.meta),
  }
}
