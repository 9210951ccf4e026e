import { Readable } from 'node:stream'

import {
  exportGradesAsFhir,
  exportOutlines,
  getAdjudication,
  getAssignmentAgreement,
  getScore,
  listAdjudications,
  listAssignedImages,
  settleImage,
} from '#contract/adjudication'
import type { FhirSettings } from '#contract/fhir'

import type { Clock } from '../../platform/clock.ts'
import { pageOf } from '../../platform/database/paging.ts'
import { serve, type Call, type Route } from '../../platform/http/route.ts'
import { getListedAssignment } from '../assignments/queries.ts'
import { getDataset } from '../datasets/queries.ts'
import { adjudicated } from './access.ts'
import { agreementOf } from './agreement.ts'
import { decide } from './decide.ts'
import { gradesBundle } from './export-fhir.ts'
import { outlinesFile } from './export-outlines.ts'
import { listWorkOfAdjudicator } from './own-work.ts'
import { assignedImages, countImages, listImages, nextImage } from './queries.ts'
import { scoreOf } from './score.ts'
import { showImage } from './show-image.ts'

interface AdjudicationDeps {
  readonly clock: Clock
  readonly fhir: FhirSettings
  readonly product: { readonly name: string; readonly version: string }
}

export function adjudicationRoutes({ clock, fhir, product }: AdjudicationDeps): Route[] {
  return [
    serve(listAssignedImages, async (call) => {
      const { db, query } = call
      const assignment = await adjudicatedBy(call)
      const { count } = await assignedImages(db, assignment.id, query)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      const { offset, ...pagination } = pageOf(count, query)
      return {
        images: await listImages(db, assignment.id, { ...query, offset }),
        counts: await countImages(db, assignment.id),
        pagination,
      }
    }),

    serve(getAdjudication, async (call) => {
      const assignment = await adjudicatedBy(call)
      return showImage(call.db, call.actor, { assignment, sourceId: call.params.image })
    }),

    serve(settleImage, async (call) => {
      const { db, actor, params, body } = call
      const assignment = await adjudicatedBy(call)
      const given = { assignment, sourceId: params.image, decision: body, at: clock() }
      const { id, file_name } = await decide(db, actor, given)
      return { next_image_id: await nextImage(db, assignment.id, { id, file_name }) }
    }),

    serve(getAssignmentAgreement, async (call) => {
      const assignment = await sharedBy(call)
      return agreementOf(call.db, assignment)
    }),

    serve(exportOutlines, async (call) => {
      const assignment = await sharedBy(call)
      const file = await outlinesFile(call.db, { assignment, product, at: clock() })
      return {
        contentType: 'application/json',
        content: Readable.from(file),
        fileName: `${assignment.name}.json`,
      }
    }),

    serve(exportGradesAsFhir, async (call) => {
      const assignment = await sharedBy(call)
      return {
        contentType: 'application/fhir+json; charset=utf-8',
        content: Readable.from(gradesBundle(call.db, assignment, fhir)),
        fileName: `${assignment.name}.fhir.json`,
      }
    }),

    serve(listAdjudications, ({ db, actor }) => listWorkOfAdjudicator(db, actor)),

    serve(getScore, ({ db, actor, params, concerns }) => {
      concerns({ type: 'assignment' })
      return scoreOf(db, actor, params.id)
    }),
  ]
}

type InAssignment = Pick<Call<typeof listAssignedImages>, 'db' | 'actor' | 'concerns'> & {
  readonly params: { readonly id: number; readonly assignment: number }
}

function adjudicatedBy({ db, actor, params, concerns }: InAssignment) {
  concerns({ type: 'assignment', id: params.assignment, datasetId: params.id })
  return adjudicated(db, actor, { datasetId: params.id, assignmentId: params.assignment })
}

async function sharedBy({ db, actor, params, concerns }: InAssignment) {
  const dataset = await getDataset(db, actor, params.id)
  concerns({ type: 'assignment', id: params.assignment, datasetId: dataset.id })
  return getListedAssignment(db, dataset.id, params.assignment)
}
