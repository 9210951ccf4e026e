import { z } from 'zod'

import { CategoryRole } from './category-role.ts'
import { endpoint } from './endpoint.ts'
import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'
import {
  Color,
  Id,
  idParams,
  Label,
  Metadata,
  pageQuery,
  Pagination,
  Success,
} from './primitives.ts'

/** Label indices count from 1, as in COCO's skeletons. */
const Edge = z.tuple([z.int().min(1), z.int().min(1)])

const keypointFields = {
  keypoint_labels: z.array(Label).max(200),
  keypoint_edges: z.array(Edge).max(2000),
  keypoint_colors: z.array(Color).max(200),
}

export const Category = z.object({
  id: Id,
  name: z.string(),
  supercategory: z.string(),
  color: Color,
  metadata: Metadata,
  /** Null: none. */
  role: CategoryRole.nullable(),
  ...keypointFields,
  creator: z.string(),
})
export type Category = z.infer<typeof Category>

const CountedCategory = Category.extend({ numberAnnotations: z.int() })
export type CountedCategory = z.infer<typeof CountedCategory>

const fields = z.strictObject({
  name: Label,
  supercategory: z.string().trim().max(100).optional(),
  color: Color.optional(),
  metadata: Metadata.optional(),
  /** Left out of a new category, its name decides. */
  role: CategoryRole.nullable().optional(),
  keypoint_labels: keypointFields.keypoint_labels.optional(),
  keypoint_edges: keypointFields.keypoint_edges.optional(),
  keypoint_colors: keypointFields.keypoint_colors.optional(),
})

/** Labels are unique, and edges join two different labels that exist. */
export function keypointsFit(body: {
  keypoint_labels?: readonly string[] | undefined
  keypoint_edges?: readonly (readonly [number, number])[] | undefined
}): boolean {
  const labels = body.keypoint_labels
  if (labels === undefined) return true
  const edges = body.keypoint_edges ?? []
  return (
    new Set(labels).size === labels.length &&
    edges.every(([a, b]) => a !== b && a <= labels.length && b <= labels.length)
  )
}
const keypointMessage = {
  path: ['keypoint_labels'],
  ...saying(message('categories.keypointsDoNotFit')),
}

export const CategoryFields = fields.refine(keypointsFit, keypointMessage)
export const CategoryChanges = fields.partial().refine(keypointsFit, keypointMessage)

export const listCategories = endpoint({
  method: 'GET',
  path: '/api/category/data',
  summary: 'A page of categories with their counts',
  access: 'user',
  scope: 'read',
  query: z.strictObject({ ...pageQuery, limit: pageQuery.limit.default(50) }),
  response: z.object({ categories: z.array(CountedCategory), pagination: Pagination }),
})

export const createCategory = endpoint({
  method: 'POST',
  path: '/api/category/',
  summary: 'Create a category',
  access: 'user',
  scope: 'annotate',
  body: CategoryFields,
  status: 201,
  response: CountedCategory,
})

export const updateCategory = endpoint({
  method: 'PUT',
  path: '/api/category/:id',
  summary: 'Change a category; what is left out stays as it is',
  access: 'creator',
  params: idParams,
  body: CategoryChanges,
  response: CountedCategory,
})

export const deleteCategory = endpoint({
  method: 'DELETE',
  path: '/api/category/:id',
  summary: 'Delete a category with its annotations; both can be restored from the undo list',
  access: 'creator',
  params: idParams,
  response: Success,
})
