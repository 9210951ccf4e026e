import {
  downloadFhir,
  generateFhir,
  getFieldCodeSystem,
  getFhir,
  getFhirCodeSystem,
  getFhirServer,
  pushFhir,
} from '#contract/fhir'
import { fieldConcept, optionConcepts } from '#contract/fields/stated'
import { message, tell } from '#contract/messages/message'
import { resultCodes } from '#contract/results/kinds'
import { localCodeSystem } from '#fhir/code-system'
import { fieldCodeSystem } from '#fhir/field-code-system'
import { namingOf } from '#fhir/identity'
import { retiredResults, transactionOf } from '#fhir/message'

import { siteIdOf } from '../../platform/database/site-id.ts'
import { notFound, Problem } from '../../platform/http/problem.ts'
import { sha1Of } from '../../platform/sha1.ts'
import { serve, type Bytes, type Call, type Route } from '../../platform/http/route.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import { refuseExample } from '../datasets/policy.ts'
import { getDataset } from '../datasets/queries.ts'
import { listAllFields } from '../fields/queries.ts'
import { getImageRow, type ImageRow } from '../images/queries.ts'
import { refuseUncounted } from '../images/twins/twins.ts'
import { generateMessage, type GenerateDeps } from './generate-message.ts'
import { isStale } from './is-stale.ts'
import { postMessage } from './post-message.ts'
import { presentPush } from './present.ts'
import { bundleOf, findMessage, listMessages } from './queries.ts'
import { scopeOf } from './study-of.ts'
import { refuseWithoutServer, type FhirServerDeps } from './storage.ts'

const fhirJson = 'application/fhir+json; fhirVersion=4.0'

type Deps = GenerateDeps & FhirServerDeps & { readonly outbox: Outbox }

export function fhirRoutes(deps: Deps): Route[] {
  const { fhir, product } = deps
  return [
    serve(generateFhir, async (call) => {
      const image = await imageOf(call)
      refuseUncounted(image)
      const { db, actor } = call
      const dataset = await getDataset(db, actor, image.dataset_id)
      const row = await generateMessage(deps, db, { image, dataset, createdBy: actor.id })
      concern(call, image, { version: row.version })
      return {
        ...tell(message('fhir.generated')),
        version: row.version,
        id: row.id,
        valid: true as const,
        warnings: row.warnings.map(tell),
      }
    }),

    serve(getFhir, async (call) => {
      const image = await imageOf(call)
      const row = await findMessage(call.db, image.id)
      const push = fhir.push === null ? null : presentPush(row)
      const nothing = { message: null, version: null, generatedAt: null, resultId: null }
      if (row === undefined) return { ...nothing, stale: false, issues: [], push }
      return {
        message: row.bundle,
        version: row.version,
        generatedAt: row.created_at.toISOString(),
        resultId: row.naming_result,
        stale: await isStale(call.db, deps, { image, row }),
        issues: row.warnings.map(tell),
        push,
      }
    }),

    serve(downloadFhir, async (call) => {
      const image = await imageOf(call)
      const [row, ...earlier] = await listMessages(call.db, image.id)
      if (row === undefined) throw notFound('fhirMessage')
      const bundle = bundleOf(row)
      const isMessage = call.query.as === 'message'
      const wrapped = isMessage
        ? bundle
        : transactionOf(bundle, {
            patient: fhir.patient,
            retired: retiredResults(bundle, earlier.map(bundleOf)),
          })
      const fileName = `fhir-${image.id}-v${row.version}.json`
      return { ...bytesOf(wrapped), fileName }
    }),

    serve(pushFhir, async (call) => {
      const { db } = call
      const image = await imageOf(call)
      refuseUncounted(image)
      refuseExample(await getDataset(db, call.actor, image.dataset_id))
      refuseWithoutServer(deps)
      const row = await findMessage(db, image.id)
      if (row === undefined) throw notFound('fhirMessage')
      if (await isStale(db, deps, { image, row }))
        throw new Problem('not_possible_now', message('fhir.staleMessage'))
      concern(call, image, { version: row.version })
      const isQueued = await postMessage(deps, db, row)
      return tell(message(isQueued ? 'fhir.queued' : 'fhir.queuedBefore'))
    }),

    serve(getFhirServer, async ({ db, actor, params, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
      return { host: fhir.push === null ? null : new URL(fhir.push.url).host }
    }),

    serve(getFieldCodeSystem, async ({ db, actor, params, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
      const fields = (await listAllFields(db, dataset.id)).map(({ field }) => ({
        ...fieldConcept(field, fhir.language),
        options: optionConcepts(field, fhir.language),
      }))
      const naming = namingOf(await siteIdOf(db), sha1Of)
      return bytesOf(fieldCodeSystem({ naming, scope: scopeOf(dataset.id), fields }))
    }),

    serve(getFhirCodeSystem, () => Promise.resolve(bytesOf(localCodeSystem(product, resultCodes)))),
  ]
}

async function imageOf(call: Call & { query: { original_id: number } }): Promise<ImageRow> {
  const image = await getImageRow(call.db, call.actor, call.query.original_id)
  concern(call, image)
  return image
}

function concern(call: Pick<Call, 'concerns'>, image: ImageRow, detail = {}): void {
  call.concerns({ type: 'image', id: image.id, datasetId: image.dataset_id, detail })
}

function bytesOf(resource: object): Bytes {
  const content = Buffer.from(JSON.stringify(resource, null, 2))
  return { contentType: fhirJson, content, size: content.length }
}
