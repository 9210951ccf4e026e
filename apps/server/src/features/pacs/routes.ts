import type { z } from 'zod'

import { sendResults } from '#contract/dicom-results'
import { english, message, tell } from '#contract/messages/message'
import {
  addSender,
  getReceiver,
  listSendings,
  removeSender,
  retrieveFromPacs,
  sendToPacs,
  testPacs,
  type PacsSettings,
} from '#contract/pacs'
import { searchPacs } from '#contract/pacs-search'

import { breaksUnique, type Db } from '../../platform/database/database.ts'
import { echo } from '../../platform/dicom-network/user.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Outbound } from '../../platform/http/outbound.ts'
import { notFound, Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { dicomMediaType } from '../../platform/images/format.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { getDataset, pacsSettingsOf } from '../datasets/queries.ts'
import { getImageRow, type ImageRow } from '../images/queries.ts'
import { findStand } from '../reviews/queries.ts'
import { getCountedImage } from '../images/twins/twins.ts'
import { archiveOf, canSend, isSet, notConfigured } from './archive.ts'
import { searchFor, webServiceOf } from './dicomweb-client.ts'
import { explainFault } from './explain.ts'
import { retrieveTask } from './jobs.ts'
import { presentRefused, presentSender, presentSending } from './present.ts'
import { countWaiting, listRefused, listSenders } from './queries.ts'
import type { Receiver } from './receiver/receiver.ts'
import { searchStudies } from './search/search-studies.ts'
import {
  listSendingsOf,
  listSentObjects,
  findStoredResults,
  startSending,
  type SendingDeps,
} from './sending/sendings.ts'
import { changedWebSettings } from './web-settings.ts'

interface PacsDeps extends SendingDeps {
  readonly jobs: Jobs
  readonly outbound: Outbound
  readonly receiver: Receiver
  readonly secrets: Secrets
}

export function pacsRoutes(deps: PacsDeps): Route[] {
  const { clock, jobs, outbound, receiver } = deps
  return [
    serve(
      testPacs,
      async ({ db, actor, params, body, concerns }) => {
        const dataset = await getDataset(db, actor, params.id)
        concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
        const told = await tryArchive(outbound, changedWebSettings(deps, dataset, body))
        return { ...tell(told), success: told.key === 'pacs.answered' }
      },
      { ownTransactions: true },
    ),

    serve(
      searchPacs,
      async ({ db, actor, params, body, closed, concerns }) => {
        const dataset = await getDataset(db, actor, params.id)
        const detail = { criteria: Object.keys(body) }
        concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id, detail })
        return searchStudies(deps, { db, dataset, criteria: body, closed })
      },
      { ownTransactions: true },
    ),

    serve(retrieveFromPacs, async ({ db, actor, body, concerns }) => {
      const { dataset_id, patientID: patientId, studyDate, studies, metadata } = body
      const dataset = await getDataset(db, actor, dataset_id)
      const wanted = { patient: patientId, studyDate, studies }
      concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id, detail: wanted })
      if (!isSet(pacsSettingsOf(dataset))) throw notConfigured()
      const { id, name } = await jobs.start(db, {
        definition: retrieveTask,
        payload: {
          datasetId: dataset.id,
          patientId,
          studyDate,
          studies: studies && [...new Set(studies)],
          metadata,
          creatorId: actor.id,
        },
        name: retrievalName(body),
        creatorId: actor.id,
        datasetId: dataset.id,
      })
      return { ...tell(message('pacs.retrievalStarted')), id, name: english(name) }
    }),

    serve(listSendings, async ({ db, actor, params, concerns }) => {
      const image = await getImageRow(db, actor, params.id)
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
      const rows = await listSendingsOf(db, image.id)
      const ids = rows.map(({ id }) => id)
      const objects = ids.length === 0 ? [] : await listSentObjects(db, ids)
      return rows.map((row) => presentSending(row, objects))
    }),

    serve(sendToPacs, async ({ db, actor, params, concerns }) => {
      const image = await getSendable(db, actor, params.id)
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
      const asked = { image, kind: 'image', language: 'en', by: actor.id } as const
      const id = await startSending(deps, db, asked)
      return { ...tell(message('pacs.sendingQueued')), id }
    }),

    serve(sendResults, async ({ db, actor, params, query, concerns }) => {
      const image = await getSendable(db, actor, params.id)
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
      const stand = await findStand(db, image.id)
      if (
        stand?.standing === 'withdrawn' &&
        (await findStoredResults(db, image.id)).objects.length === 0
      ) {
        throw new Problem('not_possible_now', message('pacs.withdrawn'))
      }
      const asked = { image, kind: 'results', ...query, by: actor.id } as const
      const id = await startSending(deps, db, asked)
      return { ...tell(message('pacs.resultsQueued')), id }
    }),

    serve(getReceiver, async ({ db, actor }) => {
      const [senders, refused, waiting] = await Promise.all([
        listSenders(db, actor).execute(),
        listRefused(db, actor),
        countWaiting(db),
      ])
      return {
        ae_title: receiver.aeTitle,
        host: receiver.host,
        port: receiver.port,
        waiting,
        senders: senders.map(presentSender),
        refused: refused.flatMap(presentRefused),
      }
    }),

    serve(addSender, async ({ db, actor, body, concerns }) => {
      const dataset = await getDataset(db, actor, body.dataset_id)
      const { id } = await db
        .insertInto('dicom_sender')
        .values({ ...body, created_at: clock(), created_by: actor.id })
        .returning('id')
        .executeTakeFirstOrThrow()
        .catch((error: unknown) => {
          throw breaksUnique(error, 'dicom_sender_station')
            ? new Problem('name_taken', message('pacs.senderTaken'))
            : error
        })
      concerns({ type: 'station', id, datasetId: dataset.id, detail: body })
      return presentSender(
        await listSenders(db, actor).where('dicom_sender.id', '=', id).executeTakeFirstOrThrow(),
      )
    }),

    serve(removeSender, async ({ db, actor, params, concerns }) => {
      concerns({ type: 'station', id: params.id })
      const found = await listSenders(db, actor)
        .where('dicom_sender.id', '=', params.id)
        .executeTakeFirst()
      if (found === undefined) throw notFound('station')
      await db.deleteFrom('dicom_sender').where('id', '=', found.id).execute()
      return { success: true } as const
    }),
  ]
}

/** An image whose study the dataset's archive can know. */
async function getSendable(db: Db, actor: Actor, id: number): Promise<ImageRow> {
  const image = await getCountedImage(db, actor, id)
  const dataset = await getDataset(db, actor, image.dataset_id)
  if (!canSend(pacsSettingsOf(dataset))) throw notConfigured()
  if (image.media_type === dicomMediaType) return image
  const { file_name: file } = image
  throw new Problem('unusable_content', message('pacs.nothingToSend', { file }))
}

function retrievalName({ patientID, studies = [] }: z.output<typeof retrieveFromPacs.body>) {
  if (patientID !== undefined) return message('pacs.retrievalName', { patient: patientID })
  return studies.length === 1
    ? message('pacs.oneStudyName')
    : message('pacs.studiesName', { count: studies.length })
}

/** One sentence for the user: that the archive answers, or why it does not. */
async function tryArchive(
  outbound: Outbound,
  { settings, password }: { settings: PacsSettings; password: string },
) {
  const { IP, RETRIEVE, SENDBY, DICOMWEB } = settings
  const hasWeb = RETRIEVE === 'WADO-RS' || SENDBY === 'STOW-RS'
  if ((hasWeb ? DICOMWEB : IP) === '') return message('pacs.notConfigured')
  try {
    if (IP !== '') await echo(archiveOf(outbound, settings))
    if (hasWeb) {
      await searchFor(webServiceOf(outbound, { settings, password }), '/studies', [['limit', '1']])
    }
    return message('pacs.answered')
  } catch (error) {
    return explainFault(error, settings)
  }
}
