import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { Id, IdText, Success } from './primitives.ts'

/** The kinds of objects that can be deleted and restored. */
export const undoInstances = ['annotation', 'category', 'dataset', 'image'] as const

export const UndoItem = z.object({
  id: Id,
  instance: z.enum(undoInstances),
  name: z.string(),
  /** '3 minutes ago'. */
  ago: z.string(),
  deleted_at: z.iso.datetime(),
  deleted_by: z.string(),
})
export type UndoItem = z.infer<typeof UndoItem>

export const listUndo = endpoint({
  method: 'GET',
  path: '/api/undo/list/',
  summary: 'What was deleted and the caller may restore, newest first',
  access: 'user',
  scope: 'read',
  audited: true,
  query: z.strictObject({
    limit: z.coerce.number().int().min(1).max(1000).default(50),
    type: z.enum(['all', ...undoInstances]).default('all'),
  }),
  response: z.array(UndoItem),
})

const which = z.strictObject({ id: IdText, instance: z.enum(undoInstances) })

export const rollBack = endpoint({
  method: 'POST',
  path: '/api/undo/',
  summary: 'Restore what was deleted, with everything that went with it',
  access: 'annotate',
  query: which,
  response: Success,
})

export const deleteForGood = endpoint({
  method: 'DELETE',
  path: '/api/undo/',
  summary: 'Remove what was deleted, its rows and its files, for ever',
  access: 'annotate',
  query: which,
  // A dataset may have many thousand files.
  seconds: 120,
  response: Success,
})
