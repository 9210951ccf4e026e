import { sql } from 'kysely'

import type { ReadCategory } from '#coco/read-category'
import { CategoryRole, labelsWith, roleByName } from '#contract/category-role'

import type { Db } from '../../platform/database/database.ts'
import { nextColor } from '../categories/queries.ts'
import { addCategories } from '../datasets/queries.ts'

/** A category of the file with its counterpart in the dataset. */
export interface ImportedCategory {
  /** Negative for one that a trial would create. */
  readonly id: number
  readonly name: string
  readonly keypointLabels: readonly string[]
}

export interface ImportedCategories {
  readonly byFileId: ReadonlyMap<number, ImportedCategory>
  readonly created: readonly string[]
  readonly attached: readonly string[]
}

interface Place {
  readonly datasetId: number
  readonly creatorId: number | null
  readonly dryRun: boolean
}

/**
 * The dataset's categories for those of the file, by name: the dataset's own; else one of the
 * importer's, which is attached to it; else a new one.
 */
export async function importCategories(
  db: Db,
  categories: readonly ReadCategory[],
  place: Place,
): Promise<ImportedCategories> {
  const byFileId = new Map<number, ImportedCategory>()
  const created: string[] = []
  const attached: string[] = []
  for (const category of categories) {
    const twin = findTrialTwin(byFileId, category.name)
    if (twin !== undefined) {
      byFileId.set(category.id, twin)
      continue
    }
    const existing = await findCategory(db, category.name, place)
    if (existing === undefined) created.push(category.name)
    else if (!existing.is_attached) attached.push(existing.name)
    const id = existing?.id ?? (await createCategory(db, category, place, -created.length))
    if (!place.dryRun) await addCategories(db, place.datasetId, [id])
    byFileId.set(category.id, {
      id,
      name: existing?.name ?? category.name,
      keypointLabels: existing?.keypoint_labels ?? labelsWith(roleOf(category), category.keypoints),
    })
  }
  return { byFileId, created, attached }
}

/** In a trial: the category of the same name that the import would have created just before. */
function findTrialTwin(
  categories: ReadonlyMap<number, ImportedCategory>,
  name: string,
): ImportedCategory | undefined {
  const isTwin = (other: ImportedCategory): boolean =>
    other.id < 0 && other.name.toLowerCase() === name.toLowerCase()
  return [...categories.values()].find(isTwin)
}

function findCategory(db: Db, name: string, { datasetId, creatorId }: Place) {
  return db
    .selectFrom('category')
    .leftJoin('dataset_category', (join) =>
      join
        .onRef('dataset_category.category_id', '=', 'category.id')
        .on('dataset_category.dataset_id', '=', datasetId),
    )
    .select(['category.id', 'category.name', 'category.keypoint_labels'])
    .select((eb) => eb('dataset_category.dataset_id', 'is not', null).as('is_attached'))
    .where('category.deleted_at', 'is', null)
    .where(sql<string>`lower(category.name)`, '=', sql<string>`lower(${name})`)
    .where((eb) =>
      eb.or([
        eb('dataset_category.dataset_id', 'is not', null),
        eb(sql<number>`coalesce(category.creator_id, 0)`, '=', creatorId ?? 0),
      ]),
    )
    .orderBy('is_attached', 'desc')
    .orderBy(sql`category.creator_id is not distinct from ${creatorId}::integer`, 'desc')
    .orderBy('category.id')
    .executeTakeFirst()
}

/** As the file states it, else by the name. */
function roleOf({ name, role }: ReadCategory): CategoryRole | null {
  return CategoryRole.safeParse(role).data ?? roleByName(name)
}

async function createCategory(
  db: Db,
  category: ReadCategory,
  { creatorId, datasetId, dryRun }: Place,
  trialId: number,
): Promise<number> {
  if (dryRun) return trialId
  const role = roleOf(category)
  const { id } = await db
    .insertInto('category')
    .values({
      name: category.name,
      supercategory: category.supercategory,
      color: category.color ?? (await nextColor(db, { creatorId, datasetId })),
      metadata: JSON.stringify(category.metadata),
      keypoint_labels: labelsWith(role, category.keypoints),
      keypoint_edges: JSON.stringify(category.skeleton),
      keypoint_colors: [...category.keypointColors],
      role,
      creator_id: creatorId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
