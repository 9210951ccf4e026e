import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { idParams, Told } from './primitives.ts'

export const modelRoles = ['quality', 'vessel-av', 'landmarks', 'lesion', 'risk'] as const
/** The tasks of the analysis for which a dataset may choose a network. */
export const chosenRoles = ['quality', 'vessel-av', 'landmarks', 'risk'] as const

/** A network that can be used. */
export const UsableModel = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  role: z.enum(modelRoles),
  /** Whether it came with the product. */
  is_shipped: z.boolean(),
  sha256: z.string(),
  licence: z.string(),
  regulatory: z.object({ status: z.string(), number: z.string() }),
  intended_use: z.string(),
  limits: z.string(),
  /** These texts in Korean, if the model has them. */
  ko: z.object({ name: z.string(), intended_use: z.string(), limits: z.string() }).nullable(),
})
export type UsableModel = z.infer<typeof UsableModel>

/** A network's folder and the result of its checks. */
export const ModelFolder = z.object({
  id: z.string(),
  is_shipped: z.boolean(),
  /** The model in use: if the folder was rejected, the last one that passed. */
  model: UsableModel.nullable(),
  refused: Told.nullable(),
})
export type ModelFolder = z.infer<typeof ModelFolder>

export const listModels = endpoint({
  method: 'GET',
  path: '/api/model/',
  summary: 'The networks that can be used',
  access: 'user',
  scope: 'read',
  response: z.array(UsableModel),
})

export const listModelFolders = endpoint({
  method: 'GET',
  path: '/api/admin/models',
  summary: 'The folders of networks, with the reason where one was refused',
  access: 'admin',
  response: z.array(ModelFolder),
})

export const checkModelFolders = endpoint({
  method: 'POST',
  path: '/api/admin/models/check',
  summary: 'Look at the folders of networks again',
  access: 'installation',
  seconds: 120,
  response: z.array(ModelFolder),
})

const Choice = z.object({
  /** By role the id of a network; null or absent: the one that comes with the product. */
  models: z.partialRecord(z.enum(chosenRoles), z.string().max(64).nullable()),
})

export const getDatasetModels = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/models',
  summary: 'The networks that a dataset’s images are analysed with',
  access: 'view',
  params: idParams,
  response: Choice,
})

export const chooseDatasetModels = endpoint({
  method: 'PUT',
  path: '/api/dataset/:id/models',
  summary: 'Choose the networks that a dataset’s images are analysed with',
  access: 'configure',
  params: idParams,
  body: z.strictObject(Choice.shape),
  response: Choice,
})
