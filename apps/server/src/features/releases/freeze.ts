import { sql } from 'kysely'

import type { CocoAnnotation } from '#coco/document'
import { listLicences } from '#coco/licence'
import { MeasuredNumbers } from '#contract/analysis-numbers'
import type { ReleasePlan } from '#contract/releases'
import { splitPatients, type Part } from '#release/splits'

import type { Db } from '../../platform/database/database.ts'
import type { ReleasedMeasure } from '../../platform/database/release-tables.ts'
import { imageFormats } from '../../platform/images/format.ts'
import { cocoSource, streamAnnotations, streamImages } from '../exports/coco-source.ts'
import {
  selectedImages,
  selectedLicences,
  settleSelection,
  type Selection,
  type WantedExport,
} from '../exports/selection.ts'
import {
  currentResults,
  measuredResults,
  measuresOf,
  type Result,
} from '../exports/write-analysis.ts'
import { listFields } from '../fields/queries.ts'
import { openPseudonyms } from '../images/pseudonyms.ts'
import type { ReleaseDocument } from './document.ts'
import { patientKey, releasePseudonyms } from './patients.ts'
import { needsTextCheck } from './text-checks.ts'

/** Images frozen at a time. */
const batch = 100

interface Freezing {
  readonly releaseId: number
  readonly wanted: WantedExport
  readonly plan: ReleasePlan
}

interface Frozen {
  readonly document: ReleaseDocument
  readonly unchecked: number
  readonly unreadable: number
}

/** Copies the images of a dataset, their annotations, values and measures into the rows of a release. */
export async function freeze(db: Db, { releaseId, wanted, plan }: Freezing): Promise<Frozen> {
  const selection = await settleSelection(db, wanted)
  const document = await documentOf(db, selection)
  const all = await candidates(db, selection, plan)
  const readable = all.filter(({ isReadable }) => isReadable)
  const isChecked = await needsTextCheck(db, wanted, plan.images)
  const chosen = readable.filter(({ mask }) => !isChecked || mask !== null)
  const keys = new Set(chosen.map(({ key }) => key))
  const pseudonyms = await releasePseudonyms(db, wanted.dataset.id, keys)
  const patientOf = (image: Candidate): string => pseudonyms.get(image.key) ?? ''
  const parts = splitPatients(strataOf(chosen, patientOf), plan)
  const nameOf = (await openPseudonyms(db)).imageName
  for (let from = 0; from < chosen.length; from += batch) {
    const images = chosen.slice(from, from + batch).map((image) => {
      const patient = patientOf(image)
      const part = parts.get(patient) ?? 'train'
      const mask = isChecked ? image.mask : null
      return { ...image, patient, part, mask, name: nameIn(plan, nameOf(image)) }
    })
    await freezeBatch(db, { releaseId, selection, images })
  }
  return {
    document,
    unchecked: readable.length - chosen.length,
    unreadable: all.length - readable.length,
  }
}

type Candidate = Awaited<ReturnType<typeof candidates>>[number]

/** The images that may come into a release, with what decides whether and where. */
function candidates(db: Db, selection: Selection, { stratified_by }: ReleasePlan) {
  const stratum = sql<string>`coalesce(image.fields ->> ${stratified_by ?? ''}, '')`
  return selectedImages(db, selection)
    .leftJoin('text_check', (join) =>
      join
        .onRef('text_check.image_id', '=', 'image.id')
        .onRef('text_check.sha256', '=', 'image.sha256'),
    )
    .select(['image.id', 'image.path', 'image.media_type', 'image.laterality', 'image.sha256'])
    .select(['text_check.mask', patientKey.as('key'), stratum.as('stratum')])
    .select(sql<boolean>`image.missing_at is null and image.damaged_at is null`.as('isReadable'))
    .orderBy('image.id')
    .execute()
}

/** Each patient with the value that most of the images have; of several, the first. */
function strataOf(images: readonly Candidate[], patientOf: (image: Candidate) => string) {
  return [...Map.groupBy(images, patientOf)].map(([id, own]) => {
    const counts = [...Map.groupBy(own, ({ stratum }) => stratum)]
    const ranked = counts.toSorted(([a, as], [b, bs]) => bs.length - as.length || (a < b ? -1 : 1))
    return { id, stratum: ranked[0]?.[0] ?? '' }
  })
}

function nameIn({ images }: ReleasePlan, name: string): string {
  if (images === 'original') return name
  const { extension } = imageFormats[images === 'png' ? 'png' : 'dicom']
  return name.replace(/\.[^.]*$/, `.${extension}`)
}

interface Placed extends Candidate {
  readonly patient: string
  readonly part: Part
  readonly name: string
}

interface Batch {
  readonly releaseId: number
  readonly selection: Selection
  readonly images: readonly Placed[]
}

async function freezeBatch(db: Db, { releaseId, selection, images }: Batch): Promise<void> {
  const imageIds = images.map(({ id }) => id)
  const some = { ...selection, imageIds }
  const licences = listLicences(await selectedLicences(db, selection))
  const annotations = new Map<number, CocoAnnotation[]>(imageIds.map((id) => [id, []]))
  for await (const annotation of streamAnnotations(db, some)) {
    annotations.get(annotation.image_id)?.push(annotation)
  }
  const results = Map.groupBy(await currentResults(db, imageIds), ({ image_id }) => image_id)
  const placed = new Map(images.map((image) => [image.id, image]))
  // All of them first: the connection of a transaction takes no other query while it streams.
  for (const image of await Array.fromAsync(streamImages(db, some, licences))) {
    const own = placed.get(image.id)
    if (own === undefined) continue
    const file = `${own.part}/${own.name}`
    await db
      .insertInto('release_image')
      .values({
        release_id: releaseId,
        image_id: image.id,
        patient: own.patient,
        part: own.part,
        file_name: file,
        source_path: selection.pseudonyms === null ? own.path : null,
        laterality: own.laterality,
        media_type: own.media_type,
        sha256: own.sha256,
        mask: own.mask,
        image: JSON.stringify({ ...image, file_name: file }),
        annotations: JSON.stringify(inOrder(annotations.get(image.id) ?? [])),
        measures: JSON.stringify(releasedMeasures(results.get(image.id) ?? [])),
      })
      .execute()
  }
}

/** From below to above, in which order the file numbers them; the places themselves are left out. */
function inOrder(annotations: readonly CocoAnnotation[]): Omit<CocoAnnotation, 'position'>[] {
  return annotations
    .toSorted((a, b) => (a.position ?? a.id) - (b.position ?? b.id))
    .map(({ position: _place, ...annotation }) => annotation)
}

function releasedMeasures(results: readonly Result[]): ReleasedMeasure[] {
  return measuredResults(results).flatMap((result) => {
    const numbers = MeasuredNumbers.safeParse(result.numbers).data
    if (numbers === undefined) return []
    const software = nameOfModel(result)
    return measuresOf(numbers).map(({ name, measure, region }) => {
      const shared = { measure: name, region, software }
      return 'value' in measure
        ? {
            ...shared,
            value: measure.value,
            uncertainty: measure.uncertainty,
            unit: measure.unit,
            not_measurable: '',
          }
        : {
            ...shared,
            value: null,
            uncertainty: null,
            unit: '',
            not_measurable: measure.notMeasurable,
          }
    })
  })
}

function nameOfModel(result: { model_name: string; model_version: string }): string {
  return `${result.model_name} ${result.model_version}`
}

async function documentOf(db: Db, selection: Selection): Promise<ReleaseDocument> {
  const { info, licenses, categories } = await cocoSource(db, selection)
  const { name, version } = selection.product
  const models = await db
    .selectFrom('analysis_result as result')
    .innerJoin('analysis', 'analysis.id', 'result.analysis_id')
    .where('analysis.image_id', 'in', selectedImages(db, selection).select('image.id'))
    .where('analysis.replaced_at', 'is', null)
    .select(['result.model_name', 'result.model_version'])
    .distinct()
    .orderBy('result.model_name')
    .orderBy('result.model_version')
    .execute()
  return {
    info,
    licenses,
    categories,
    fields: await listFields(db, selection.dataset.id),
    models: models.map(nameOfModel),
    software: `${name} ${version}`,
  }
}
