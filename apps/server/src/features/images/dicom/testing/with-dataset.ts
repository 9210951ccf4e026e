import { getImage, uploadImage } from '#contract/images'
import { readInstance, type Instance } from '#dicom/read-instance'
import { support } from '#dicom/testing/build-file'

import { startApp } from '../../../../testing/start-app.ts'

/** A server with a dataset, and the calls about its files. */
export async function withDataset(options: { siteTimeZone?: string } = {}) {
  const started = await startApp(options)
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { name: 'Clinic' })
  const upload = (name: string, content: Uint8Array) =>
    kim.call(uploadImage, { query: { dataset_id: dataset.id }, files: [{ name, content }] })
  const get = (id: number, query: object = {}) => kim.call(getImage, { params: { id }, query })
  return { ...started, kim, dataset, upload, get }
}

/** The facts of a DICOM file. */
export function facts(bytes: Uint8Array): Instance {
  const read = readInstance(bytes, support)
  if (!read.ok) throw new Error(read.reason)
  return read.instance
}
