import { Readable } from 'node:stream'

import { message } from '#contract/messages/message'
import { erasePatient, exportPatient, findPatient, listPatientErasures } from '#contract/patients'

import { Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { erasePatientForGood, type EraseDeps } from './erase-patient.ts'
import { patientArchive, type ExportDeps } from './export-patient.ts'
import {
  contentsOf,
  countAll,
  countSent,
  datasetsOf,
  isBusy,
  issuersOf,
  listErasures,
  namesOf,
} from './queries.ts'

/** The audit trail names no patient: neither ID nor name, which the erasure would leave there. */
export function patientRoutes(deps: EraseDeps & ExportDeps): Route[] {
  return [
    serve(findPatient, async ({ db, actor, query, concerns }) => {
      const which = { ...query, siteId: actor.siteId }
      const datasets = await datasetsOf(db, which)
      const found = {
        names: await namesOf(db, which),
        issuers: await issuersOf(db, which),
        datasets: await Promise.all(datasets.map((dataset) => contentsOf(db, dataset, which))),
        counts: await countAll(db, which),
        sent: await countSent(db, which),
        busy: await isBusy(
          db,
          datasets.map(({ id }) => id),
        ),
      }
      concerns({ type: 'patient', detail: { images: found.counts.images } })
      return found
    }),

    serve(exportPatient, async ({ db, actor, query: { language, ...query }, concerns }) => {
      const which = { ...query, siteId: actor.siteId }
      const { images, documents } = await countAll(db, which)
      if (images + documents === 0) throw new Problem('not_found', message('patients.none'))
      concerns({ type: 'patient', detail: { images } })
      return {
        contentType: 'application/zip',
        content: Readable.from(patientArchive(db, deps, { which, at: deps.clock(), language })),
        fileName: 'patient.zip',
      }
    }),

    serve(
      erasePatient,
      async ({ db, actor, body: { reason, ...body }, concerns }) => {
        const which = { ...body, siteId: actor.siteId }
        const erasure = await erasePatientForGood(db, deps, { which, reason, actor })
        const { images } = erasure.counts
        concerns({ type: 'patient', id: erasure.id, detail: { images, reason } })
        return erasure
      },
      { ownTransactions: true },
    ),

    serve(listPatientErasures, async ({ db, actor }) => listErasures(db, actor.siteId)),
  ]
}
