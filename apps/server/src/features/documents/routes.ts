import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'

import {
  deleteDocument,
  getDocument,
  getDocumentPdf,
  getReportContent,
  listImageDocuments,
  listPatientDocuments,
  ReportContent,
} from '#contract/documents'

import type { FileStore } from '../../platform/files/file-store.ts'
import { notFound } from '../../platform/http/problem.ts'
import { serve, type Call, type Route } from '../../platform/http/route.ts'
import { UndecodableImage, type Decoder } from '../../platform/images/decoder.ts'
import { dicomMediaType } from '../../platform/images/format.ts'
import { undecodableProblem } from '../images/inspect-image.ts'
import { announceDataset } from '../datasets/announce.ts'
import { getImageRow } from '../images/queries.ts'
import { presentDocument } from './present.ts'
import {
  documentsOfPatient,
  documentsOfStudy,
  getDocumentRow,
  type DocumentRow,
} from './queries.ts'

interface DocumentDeps {
  readonly files: FileStore
  readonly decoder: Decoder
  readonly temporaryFolder: string
}

export function documentRoutes(deps: DocumentDeps): Route[] {
  return [
    serve(listImageDocuments, async ({ db, actor, params, concerns }) => {
      const image = await getImageRow(db, actor, params.id)
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
      const documents = await documentsOfStudy(db, image)
      return documents.map((each) => presentDocument(each, image.patient_id, documents))
    }),

    serve(listPatientDocuments, async ({ db, actor, params, concerns }) => {
      const image = await getImageRow(db, actor, params.id)
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
      const documents = await documentsOfPatient(db, image)
      return documents.map((each) => presentDocument(each, image.patient_id, documents))
    }),

    serve(getDocument, async (call) => {
      const document = await enter(call, 'DICOM')
      const { content, size } = await deps.files.read(document.file)
      const fileName = `document-${document.id}.dcm`
      return { contentType: dicomMediaType, content, size, fileName }
    }),

    serve(getDocumentPdf, async (call) => {
      const content = await contentOf(deps, await enter(call, 'PDF'), 'pdf')
      return { contentType: 'application/pdf', content, size: content.length }
    }),

    serve(getReportContent, async (call) => {
      const content = await contentOf(deps, await enter(call, 'text'), 'report')
      return ReportContent.parse(JSON.parse(content.toString()))
    }),

    serve(
      deleteDocument,
      async ({ db, actor, params, concerns }) => {
        const {
          id,
          dataset_id: datasetId,
          file,
          ...row
        } = await getDocumentRow(db, actor, params.id)
        const { kind, instance_uid: uid } = row
        concerns({ type: 'document', id, datasetId, detail: { kind, uid } })
        await db.transaction().execute(async (trx) => {
          await trx.deleteFrom('dicom_document').where('id', '=', id).execute()
          await announceDataset(trx, datasetId, 'images')
        })
        // After the commit: a file without a row is litter, a row without a file a loss.
        await deps.files.remove(file)
        return { success: true } as const
      },
      { ownTransactions: true },
    ),
  ]
}

async function enter(
  {
    db,
    actor,
    params,
    concerns,
  }: Pick<Call<typeof getDocument>, 'db' | 'actor' | 'params' | 'concerns'>,
  read: string,
): Promise<DocumentRow> {
  const document = await getDocumentRow(db, actor, params.id)
  const { id, dataset_id: datasetId } = document
  concerns({ type: 'document', id, datasetId, detail: { read } })
  return document
}

/**
 * The content of a document: the PDF, or the report's text in JSON. @throws {Problem} if it is of another
 * kind
 */
async function contentOf(
  { files, decoder, temporaryFolder }: DocumentDeps,
  document: DocumentRow,
  kind: DocumentRow['kind'],
): Promise<Buffer> {
  if (document.kind !== kind) throw notFound('document')
  await mkdir(temporaryFolder, { recursive: true })
  const target = path.join(temporaryFolder, `${randomUUID()}.part`)
  try {
    await files.withLocalPath(document.file, (source) =>
      decoder.decode({ kind: 'document', source, format: 'dicom', target }),
    )
    return await readFile(target)
  } catch (error) {
    throw error instanceof UndecodableImage ? undecodableProblem(error) : error
  } finally {
    await rm(target, { force: true })
  }
}
