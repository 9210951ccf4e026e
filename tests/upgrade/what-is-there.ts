import { createHash } from 'node:crypto'

import { listAccessTokens } from '#contract/access-tokens'
import { getPreferences } from '#contract/account'
import { getAdjudication, listAssignedImages } from '#contract/adjudication'
import { getResult } from '#contract/analysis'
import { getAnnotatorData, type Annotation } from '#contract/annotations'
import { listAssignments } from '#contract/assignments'
import { getDatasetData, listDatasets, listMembers, type Dataset } from '#contract/datasets'
import { downloadExport, listExports, type Export } from '#contract/exports'
import { getFields } from '#contract/fields'
import { listThreads } from '#contract/comments'
import { getFhir } from '#contract/fhir'
import { getImage, type Image } from '#contract/images'
import { getReceiver, listSendings } from '#contract/pacs'
import { listReleases } from '#contract/releases'
import { listReviews } from '#contract/reviews'
import { listSavedFilters } from '#contract/saved-filters'
import { listUndo } from '#contract/undo'
import { listUsers } from '#contract/users'

import type { NetworkClient } from '../http-client.ts'

/**
 * Everything that a person sees, in terms that no version of the contract changes, to compare an earlier
 * version with this one. Times are left out: their form may change; and what emergency access opens,
 * because that ends.
 */
export async function whatIsThere(client: NetworkClient) {
  const { datasets } = await client.call(listDatasets, { query: { limit: 1000 } })
  const lasting = datasets.filter(({ emergency_until: until }) => until === null)
  const shown = []
  for (const dataset of lasting.toSorted((a, b) => a.id - b.id))
    shown.push(await datasetOf(client, dataset))
  const tokens = await client.call(listAccessTokens)
  const undo = await client.call(listUndo, { query: { limit: 1000 } })
  return {
    datasets: shown,
    preferences: await client.call(getPreferences),
    tokens: tokens.map(({ id, name }) => ({ id, name })),
    undo: undo.map(({ id, instance, name, deleted_by: by }) => ({ id, instance, name, by })),
  }
}

/** Content that only an administrator sees. */
export async function whatIsAdministered(admin: NetworkClient) {
  const { users } = await admin.call(listUsers, { query: { limit: 1000 } })
  const { senders, refused } = await admin.call(getReceiver)
  return {
    users: users
      .toSorted((a, b) => a.username.localeCompare(b.username))
      .map(({ id, username, name, is_admin: isAdmin, group, subscription_expiration: until }) => ({
        id,
        username,
        name,
        isAdmin,
        group,
        until,
      })),
    senders: senders.map(({ id, ae_title: title, address, dataset }) => ({
      id,
      title,
      address,
      dataset: dataset.id,
    })),
    refused: refused.map(({ id, sop_instance_uid: uid }) => ({ id, uid })),
  }
}

async function datasetOf(client: NetworkClient, dataset: Dataset) {
  const params = { id: dataset.id }
  const data = await client.call(getDatasetData, { params, query: { limit: 1000, order: 'id' } })
  const members = await client.call(listMembers, { params })
  const images = []
  for (const image of data.images) images.push(await imageOf(client, image))
  // Only the owner may export with patients' identities.
  const fileOf = async ({ id }: Export): Promise<string | null> =>
    dataset.permissions.owner ? digest(await client.call(downloadExport, { params: { id } })) : null
  const exports = []
  for (const each of await client.call(listExports, { params })) {
    exports.push({
      id: each.id,
      format: each.format,
      counts: each.counts,
      file: await fileOf(each),
    })
  }
  const { PACS, MICS } = dataset.settings
  const { fields, removed } = await client.call(getFields, { params })
  const assignments = await assignmentsOf(client, dataset)
  const releases = (await client.call(listReleases, { params })).map(
    ({ id, number, title, sha256, counts }) => ({ id, number, title, sha256, counts }),
  )
  const filters = (await client.call(listSavedFilters, { params })).map(({ id, name, query }) => ({
    id,
    name,
    query,
  }))
  return {
    id: dataset.id,
    name: dataset.name,
    owner: dataset.owner,
    members: members.map(({ username }) => username).toSorted(),
    pacs: [
      PACS.IP,
      PACS.PORT,
      PACS.CALLEDAETITLE,
      PACS.DICOMWEB,
      PACS.WEBUSER,
      PACS.WEBPASSWORDSET,
    ],
    mics: [MICS.IP, MICS.PORT, MICS.REQUIRESEND, MICS.USERNAME, MICS.PASSWORDSET],
    categories: data.categories.map(({ id, name, keypoint_labels: labels }) => ({
      id,
      name,
      labels,
    })),
    exports,
    images,
    ...valuesOf({ described: fields, removed, assignments, releases, filters }),
  }
}

/** With what the adjudicator sees of each image. */
async function assignmentsOf(client: NetworkClient, { id, permissions }: Dataset) {
  if (!permissions.owner) return []
  const assignments = []
  for (const { id: assignment, name, fields, blinded, seed, cases } of await client.call(
    listAssignments,
    { params: { id } },
  )) {
    const params = { id, assignment }
    const { images } = await client.call(listAssignedImages, { params })
    const settled = []
    for (const { image_id: image } of images) {
      const { readers, finals } = await client.call(getAdjudication, {
        params: { ...params, image },
      })
      settled.push({ image, readers: readers.map(({ values }) => values), finals })
    }
    assignments.push({ id: assignment, name, fields, blinded, seed, cases, settled })
  }
  return assignments
}

async function imageOf(client: NetworkClient, image: Image) {
  const params = { id: image.id }
  const { categories, image: shown } = await client.call(getAnnotatorData, { params })
  const reviews = await client.call(listReviews, { query: { original_id: image.id } })
  const fhir = await client.call(getFhir, { query: { original_id: image.id } })
  const sendings = await client.call(listSendings, { params })
  const threads = (await client.call(listThreads, { params })).map(
    ({ id, pin, resolved, comments }) => ({
      id,
      pin,
      resolved: resolved !== null,
      comments: comments.map(({ text, author }) => [author.username, text]),
    }),
  )
  const original = image.missing
    ? null
    : await digest(await client.call(getImage, { params, query: { asAttachment: 'true' } }))
  const results = []
  for (const [kind, { id, has_picture: hasPicture }] of Object.entries(shown.results)) {
    const query = hasPicture ? {} : { asJson: 'true' }
    const answer = await client.call(getResult, { params: { id }, query })
    results.push({ kind, id, file: hasPicture ? await digest(answer) : await factsOf(answer) })
  }
  return {
    id: image.id,
    path: image.path,
    original,
    missing: image.missing,
    metadata: image.metadata,
    categories: image.category_ids.toSorted((a, b) => a - b),
    annotations: categories
      .flatMap(({ annotations }) => annotations)
      .toSorted((a, b) => a.id - b.id)
      .map(shapeOf),
    results: results.toSorted((a, b) => a.id - b.id),
    reviews: reviews.map(({ id, decision, note, by }) => ({ id, decision, note, by: by.username })),
    fhir: fhir.version,
    sendings: sendings.map(({ id, kind }) => ({ id, kind })),
    ...valuesOf({ fields: image.fields, own_fields: shown.fields, threads }),
    ...valuesOf({ measurements: shown.measurements }),
  }
}

/** Values of fields, by what they are; versions without fields have none. */
function valuesOf(values: Readonly<Record<string, object>>): Record<string, object> {
  return Object.fromEntries(Object.entries(values).filter(([, own]) => Object.keys(own).length > 0))
}

function shapeOf(annotation: Annotation) {
  const { id, creator, revision, segmentation, keypoints, isbbox, area, bbox } = annotation
  const { category_id: category, color, metadata, origin } = annotation
  const shape = { segmentation, keypoints, isbbox, area, bbox }
  const values = valuesOf({ fields: annotation.fields, lines: annotation.lines })
  return { id, category, creator, revision, color, metadata, origin, ...shape, ...values }
}

/** A result's numbers, without its staleness, which depends on the program, and its maps, which are new. */
async function factsOf(answer: Response): Promise<unknown> {
  const { stale: _stale, maps: _maps, ...facts } = (await answer.json()) as Record<string, unknown>
  return facts
}

async function digest(answer: Response): Promise<string> {
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')
}
