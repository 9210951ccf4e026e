import { z } from 'zod'

import { bytes, endpoint } from './endpoint.ts'
import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'
import { IdText } from './primitives.ts'
import { RenderedQuery, ThumbnailQuery } from './rendering.ts'

/** The root of one dataset's DICOMweb service (PS3.18 chapter 10), as clients use it. */
export function dicomwebRoot(datasetId: number): string {
  return `/api/dicomweb/dataset/${datasetId}`
}

const studies = '/api/dicomweb/dataset/:id/studies'
const series = `${studies}/:study/series`
const instances = `${series}/:series/instances`
const instance = `${instances}/:instance`

const Uid = z.string().regex(/^[0-9.]{1,64}$/, saying(message('dicomweb.uidForm')))
const dataset = { id: IdText }
const ofStudy = { ...dataset, study: Uid }
const ofSeries = { ...ofStudy, series: Uid }
const ofInstance = { ...ofSeries, instance: Uid }

/** Time limit of searches and retrievals, which wait for pixels to be read. */
const seconds = 60

/** Attributes to match, by keyword or tag, with limit, offset, includefield and fuzzymatching. */
const Search = z.record(
  z.string().max(64),
  z.union([z.string().max(10_000), z.array(z.string().max(10_000))]),
)

function search<P extends z.ZodType>(path: string, summary: string, params: P) {
  return endpoint({
    method: 'GET',
    path,
    summary: `QIDO-RS: ${summary}, as DICOM JSON; at most 1000 at a time`,
    access: 'view',
    alsoIn: 'dicomweb',
    params,
    query: Search,
    response: bytes,
    seconds,
  })
}

export const searchStudies = search(studies, 'studies of a dataset', z.strictObject(dataset))
export const searchSeries = search(
  '/api/dicomweb/dataset/:id/series',
  'series of a dataset',
  z.strictObject(dataset),
)
export const searchInstances = search(
  '/api/dicomweb/dataset/:id/instances',
  'instances of a dataset',
  z.strictObject(dataset),
)
export const searchSeriesOfStudy = search(series, 'series of a study', z.strictObject(ofStudy))
export const searchInstancesOfStudy = search(
  `${studies}/:study/instances`,
  'instances of a study',
  z.strictObject(ofStudy),
)
export const searchInstancesOfSeries = search(
  instances,
  'instances of a series',
  z.strictObject(ofSeries),
)

const wado = {
  method: 'GET',
  access: 'view',
  alsoIn: 'dicomweb',
  response: bytes,
  seconds,
} as const

function retrieve<P extends z.ZodType>(path: string, summary: string, params: P) {
  return endpoint({ ...wado, path, summary: `WADO-RS: ${summary}`, params })
}

function render<P extends z.ZodType>(path: string, summary: string, params: P) {
  return endpoint({ ...wado, path, summary: `WADO-RS: ${summary}`, params, query: RenderedQuery })
}

function thumbnail<P extends z.ZodType>(path: string, of: string, params: P) {
  const summary = `WADO-RS: a small picture of ${of}, as JPEG or PNG`
  return endpoint({ ...wado, path, summary, params, query: ThumbnailQuery })
}

export const retrieveStudy = retrieve(
  `${studies}/:study`,
  'the objects of a study as multipart/related, in the syntaxes in which they are kept',
  z.strictObject(ofStudy),
)
export const retrieveSeries = retrieve(
  `${series}/:series`,
  'the objects of a series as multipart/related',
  z.strictObject(ofSeries),
)
export const retrieveInstance = retrieve(
  instance,
  'one object, as multipart/related or alone, as it is kept or with its pixels decoded',
  z.strictObject(ofInstance),
)
export const retrieveStudyMetadata = retrieve(
  `${studies}/:study/metadata`,
  'the attributes of a study’s objects as DICOM JSON',
  z.strictObject(ofStudy),
)
export const retrieveSeriesMetadata = retrieve(
  `${series}/:series/metadata`,
  'the attributes of a series’ objects as DICOM JSON',
  z.strictObject(ofSeries),
)
export const retrieveInstanceMetadata = retrieve(
  `${instance}/metadata`,
  'the attributes of one object as DICOM JSON',
  z.strictObject(ofInstance),
)
const OfFrames = z.strictObject({
  ...ofInstance,
  frames: z
    .string()
    .regex(/^[1-9]\d{0,4}(,[1-9]\d{0,4}){0,999}$/, saying(message('dicomweb.framesForm'))),
})
export const retrieveFrames = retrieve(
  `${instance}/frames/:frames`,
  'frames by their numbers from 1, joined by commas, as they are kept or decoded',
  OfFrames,
)
export const retrieveRenderedFrames = render(
  `${instance}/frames/:frames/rendered`,
  'pictures of frames for the screen, as JPEG or PNG',
  OfFrames,
)
export const retrieveBulkData = retrieve(
  `${instance}/bulkdata/:tag`,
  'the bytes of one attribute, which the metadata leave out',
  z.strictObject({
    ...ofInstance,
    tag: z.string().regex(/^[0-9A-F]{8}$/, saying(message('dicomweb.tagForm'))),
  }),
)
export const retrieveRendered = render(
  `${instance}/rendered`,
  'the picture for the screen, as JPEG or PNG',
  z.strictObject(ofInstance),
)
export const retrieveRenderedSeries = render(
  `${series}/:series/rendered`,
  'the pictures of a series for the screen, as parts',
  z.strictObject(ofSeries),
)
export const retrieveRenderedStudy = render(
  `${studies}/:study/rendered`,
  'the pictures of a study for the screen, as parts',
  z.strictObject(ofStudy),
)
export const retrieveThumbnail = thumbnail(
  `${instance}/thumbnail`,
  'an object',
  z.strictObject(ofInstance),
)
export const retrieveFrameThumbnail = thumbnail(
  `${instance}/frames/:frames/thumbnail`,
  'a frame',
  z.strictObject({
    ...ofInstance,
    frames: z.string().regex(/^[1-9]\d{0,4}$/, saying(message('dicomweb.framesForm'))),
  }),
)
export const retrieveSeriesThumbnail = thumbnail(
  `${series}/:series/thumbnail`,
  'a series',
  z.strictObject(ofSeries),
)
export const retrieveStudyThumbnail = thumbnail(
  `${studies}/:study/thumbnail`,
  'a study',
  z.strictObject(ofStudy),
)

export const retrieveCapabilities = endpoint({
  ...wado,
  method: 'OPTIONS',
  path: '/api/dicomweb/dataset/:id',
  summary: 'The calls of the service as a WADL document (PS3.18 section 8.9)',
  params: z.strictObject(dataset),
})

function store<P extends z.ZodType>(path: string, params: P) {
  return endpoint({
    method: 'POST',
    path,
    summary: 'STOW-RS: add DICOM files to the dataset, each with its own outcome',
    access: 'collect',
    alsoIn: 'dicomweb',
    params,
    upload: { field: 'file', maxFiles: 1000, related: 'application/dicom' },
    response: bytes,
  })
}

export const storeInstances = store(studies, z.strictObject(dataset))
export const storeInstancesOfStudy = store(`${studies}/:study`, z.strictObject(ofStudy))
