import { endpoints } from '#contract/endpoints'

import type { Input, World } from './world.ts'

/** The calls of DICOMweb, about a study of the dataset. */
export function dicomwebCalls(): Record<string, (id: World) => Input> {
  const names = [
    'searchStudies',
    'searchSeries',
    'searchInstances',
    'searchSeriesOfStudy',
    'searchInstancesOfStudy',
    'searchInstancesOfSeries',
    'retrieveStudy',
    'retrieveSeries',
    'retrieveInstance',
    'retrieveStudyMetadata',
    'retrieveSeriesMetadata',
    'retrieveInstanceMetadata',
    'retrieveFrames',
    'retrieveBulkData',
    'retrieveRendered',
    'retrieveRenderedFrames',
    'retrieveRenderedSeries',
    'retrieveRenderedStudy',
    'retrieveThumbnail',
    'retrieveFrameThumbnail',
    'retrieveSeriesThumbnail',
    'retrieveStudyThumbnail',
    'retrieveCapabilities',
  ]
  const place = { study: '1.2', series: '1.2.3', instance: '1.2.3.4', frames: '1', tag: '7FE00010' }
  const given = (id: World, endpoint = endpoints.get('storeInstances')): Input => {
    const taken = Object.entries(place).filter(([name]) => endpoint?.path.includes(`:${name}`))
    return { params: { id: id.dataset, ...Object.fromEntries(taken) } }
  }
  return {
    ...Object.fromEntries(
      names.map((name) => [name, (id: World) => given(id, endpoints.get(name))]),
    ),
    storeInstances: (id) => ({ ...given(id), files: [] }),
    storeInstancesOfStudy: (id) => ({
      ...given(id, endpoints.get('storeInstancesOfStudy')),
      files: [],
    }),
  }
}
