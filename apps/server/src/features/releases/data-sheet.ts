import { sql } from 'kysely'

import type { ReleaseCounts, ReleaseLeftOut, ReleasePlan } from '#contract/releases'
import { writeDataSheet } from '#release/data-sheet'
import { parts } from '#release/splits'

import type { Db } from '../../platform/database/database.ts'
import { contents } from './contents.ts'
import type { FrozenRelease } from './frozen.ts'

/** The data sheet of a release whose images are final. */
export async function dataSheetOf(
  db: Db,
  release: FrozenRelease,
  leftOut: ReleaseLeftOut,
): Promise<string> {
  const { texts, plan, document, number, at } = release
  const byPart = await countParts(db, release.id)
  const byCategory = await countCategories(db, release.id)
  return writeDataSheet({
    ...texts,
    number,
    day: at.toISOString().slice(0, 10),
    images: wordsOf(plan),
    counts: await countRelease(db, release.id),
    parts: byPart,
    splitting: { seed: plan.seed, stratifiedBy: plan.stratified_by },
    categories: document.categories.map(({ id, name }) => ({
      name,
      annotations: byCategory.get(id) ?? 0,
    })),
    fields: document.fields.map(({ field, version }) => ({
      name: field.words.en,
      key: field.key,
      version,
    })),
    models: document.models,
    software: document.software,
    imageLicences: document.licenses.map(({ name }) => name),
    leftOut: leftOutWords.flatMap(([key, why]) =>
      leftOut[key] === 0 ? [] : [{ why, images: leftOut[key] }],
    ),
    files: [...ownFiles, ...plan.contents.flatMap((each) => contents[each].files)],
  })
}

const ownFiles = [
  { name: 'train/, validation/, test/', holds: 'The images of each part' },
  {
    name: '*/metadata.jsonl',
    holds: 'A line for each image, which Hugging Face’s image folder reads',
  },
  { name: 'croissant.json', holds: 'Metadata in the form Croissant 1.0' },
  { name: 'sha256sums.txt', holds: 'SHA-256 of each file, for `sha256sum --check`' },
]

const leftOutWords: readonly (readonly [keyof ReleaseLeftOut, string])[] = [
  ['unchecked', 'Nobody had checked the picture for text'],
  ['unreadable', 'The file could not be read'],
  ['set_aside', 'Another image of the same DICOM instance counts'],
]

function wordsOf({ images, longest_side }: ReleasePlan): string {
  if (images === 'png') {
    return `The images are PNG files of at most ${longest_side} pixels a side; coordinates are in pixels of these files.`
  }
  const form = images === 'original' ? 'as they were received' : 'de-identified DICOM files'
  return `The images are ${form}; coordinates are in pixels of the upright picture.`
}

export async function countRelease(db: Db, releaseId: number): Promise<ReleaseCounts> {
  const { images, annotations, patients } = await db
    .selectFrom('release_image')
    .where('release_id', '=', releaseId)
    .select((eb) => eb.fn.countAll<number>().as('images'))
    .select(sql<number>`coalesce(sum(jsonb_array_length(annotations)), 0)`.as('annotations'))
    .select(sql<number>`count(distinct patient)`.as('patients'))
    .executeTakeFirstOrThrow()
  const byPart = await countParts(db, releaseId)
  const imagesIn = (part: (typeof parts)[number]): number =>
    byPart.find(({ name }) => name === part)?.images ?? 0
  return {
    images,
    annotations,
    patients,
    parts: {
      train: imagesIn('train'),
      validation: imagesIn('validation'),
      test: imagesIn('test'),
    },
  }
}

/** In the order of the parts. */
async function countParts(db: Db, releaseId: number) {
  const rows = await db
    .selectFrom('release_image')
    .where('release_id', '=', releaseId)
    .groupBy('part')
    .select((eb) => ['part as name', eb.fn.countAll<number>().as('images')])
    .select(sql<number>`count(distinct patient)`.as('patients'))
    .execute()
  return parts.flatMap((part) => rows.filter(({ name }) => name === part))
}

async function countCategories(db: Db, releaseId: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ category: number; annotations: number }>`
    select (annotation ->> 'category_id')::integer as category, count(*) as annotations
    from release_image, jsonb_array_elements(release_image.annotations) as annotation
    where release_id = ${releaseId} group by category`.execute(db)
  return new Map(rows.map(({ category, annotations }) => [category, annotations]))
}
