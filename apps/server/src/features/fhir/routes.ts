import { downloadFhir, generateFhir, getFhir, getFhirCodeSystem, pushFhir } from '#contract/fhir'
import { message, tell } from '#contract/messages/message'
import { localCodeSystem } from '#fhir/code-system'
import { retiredResults, transactionOf } from '#fhir/message'

import type { Db } from '../../platform/database/database.ts'
import { notFound, Problem } from '../../platform/http/problem.ts'
import { serve, type Bytes, type Call, type Route } from '../../platform/http/route.ts'
import { OutboundError, type Outbound } from '../../platform/http/outbound.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import { getImageRow, type ImageRow } from '../images/queries.ts'
import { describeImage, type DescribeDeps } from './describe-image.ts'
import { generateMessage, type GenerateDeps } from './generate-message.ts'
import { fhirLetter } from './letters.ts'
import { presentPush } from './present.ts'
import {
  bundleOf,
  findMessage,
  listMessages,
  setPushState,
  type FhirMessageRow,
} from './queries.ts'

const fhirJson = 'application/fhir+json; fhirVersion=4.0'

type Deps = GenerateDeps & { readonly outbox: Outbox; readonly outbound: Outbound }

export function fhirRoutes(deps: Deps): Route[] {
  const { fhir, outbox, outbound, clock, product } = deps
  return [
    serve(generateFhir, async (call) => {
      const image = await imageOf(call)
      const row = await generateMessage(deps, call, image)
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
        resultId: row.result_id,
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
        : transactionOf(bundle, retiredResults(bundle, earlier.map(bundleOf)))
      const fileName = `fhir-${image.id}-v${row.version}.json`
      return { ...bytesOf(wrapped), fileName }
    }),

    serve(pushFhir, async (call) => {
      const { db } = call
      const image = await imageOf(call)
      if (fhir.push === null) throw new Problem('not_possible_now', message('fhir.noServer'))
      refuseUnlisted(outbound, fhir.push.url)
      const row = await findMessage(db, image.id)
      if (row === undefined) throw notFound('fhirMessage')
      if (await isStale(db, deps, { image, row }))
        throw new Problem('not_possible_now', message('fhir.staleMessage'))
      concern(call, image, { version: row.version })
      const isNew = await outbox.post(db, {
        definition: fhirLetter,
        key: String(row.id),
        orderKey: `image ${image.id}`,
        payload: { messageId: row.id },
      })
      if (!isNew) return tell(message('fhir.queuedBefore'))
      await setPushState(db, row.id, { state: 'waiting', at: clock() })
      return tell(message('fhir.queued'))
    }),

    serve(getFhirCodeSystem, () => Promise.resolve(bytesOf(localCodeSystem(product)))),
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

/** A letter to a host that nobody may call would only wait for its end. */
function refuseUnlisted(outbound: Outbound, url: string): void {
  try {
    outbound.check(new URL(url))
  } catch (error) {
    throw error instanceof OutboundError ? new Problem('host_not_allowed', error.told) : error
  }
}

/** Whether a message of now would be another one, or could not be made. */
async function isStale(
  db: Db,
  deps: DescribeDeps,
  { image, row }: { image: ImageRow; row: FhirMessageRow },
): Promise<boolean> {
  try {
    return (await describeImage(db, deps, image)).madeFrom !== row.made_from
  } catch (error) {
    if (error instanceof Problem) return true
    throw error
  }
}
