import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

import createClient from 'openapi-fetch'

import type { paths } from './schema.d.ts'

// The main job by the generated types alone: a dataset, a photograph, its analysis, an outline, a COCO file.
const [address = '', token = '', photograph = ''] = process.argv.slice(2)
const api = createClient<paths>({
  baseUrl: address,
  headers: { authorization: `Bearer ${token}` },
})

interface Answered<T> {
  data?: T
  error?: unknown
  response: Response
}

function answered<T>({ data, error, response }: Answered<T>): T {
  if (data !== undefined) return data
  throw new Error(`${response.url}: ${response.status} ${JSON.stringify(error)}`)
}

const dataset = answered(
  await api.POST('/api/dataset', { body: { name: 'By a program', categories: ['Disc'] } }),
)
const file = new Blob([new Uint8Array(await readFile(photograph))], { type: 'image/jpeg' })
const { image } = answered(
  await api.POST('/api/image', {
    params: { query: { dataset_id: dataset.id } },
    body: { image: 'photograph.jpg' },
    bodySerializer() {
      const form = new FormData()
      form.append('image', file, 'photograph.jpg')
      return form
    },
  }),
)
const { task } = answered(
  await api.POST('/api/resultAI/inference', { params: { query: { original_id: image.id } } }),
)
let isAnalysed = false
while (!isAnalysed) {
  await pause(500)
  const tasks = answered(await api.GET('/api/tasks'))
  isAnalysed = tasks.some((each) => each.id === task.id && each.completed)
}
const { categories } = answered(
  await api.GET('/api/annotator/data/{id}', { params: { path: { id: image.id } } }),
)
const [category] = categories
if (category === undefined) throw new Error('The dataset has no category.')
const annotation = answered(
  await api.POST('/api/annotation', {
    body: {
      image_id: image.id,
      category_id: category.id,
      segmentation: [[10, 10, 30, 10, 30, 30, 10, 30]],
    },
  }),
)
const coco = answered(await api.GET('/api/image/{id}/coco', { params: { path: { id: image.id } } }))
const wrong = await api.GET('/api/dataset/{id}/stats', { params: { path: { id: 99_999 } } })
process.stdout.write(
  JSON.stringify({
    file: image.file_name,
    area: annotation.area,
    coco,
    refused: wrong.error?.code,
  }),
)
