import * as contract from '#contract/dicomweb'
import { dicomwebRoot } from '#contract/dicomweb'
import type { Endpoint } from '#contract/endpoint'

import type { MediaType } from '../../platform/http/media-types.ts'
import type { Bytes } from '../../platform/http/route.ts'
import { chooseType } from './choose-type.ts'

const wadl = 'application/vnd.sun.wadl+xml'

/** The calls of a dataset's service as a WADL document (PS3.18 section 8.9). */
export function sendCapabilities(
  accepts: readonly MediaType[],
  { origin, datasetId }: { origin: string; datasetId: number },
): Bytes {
  const { type } = chooseType(accepts, [{ type: wadl }, { type: 'application/xml' }], 'alone')
  const base = dicomwebRoot(datasetId)
  const resources = [...byPath()].map(([path, calls]) => resourceOf(path, calls)).join('\n')
  const document = `<?xml version="1.0" encoding="UTF-8"?>
<application xmlns="http://wadl.dev.java.net/2009/02">
<resources base="${escaped(`${origin}${base}/`)}">
${resources}
</resources>
</application>
`
  return { contentType: type, content: Buffer.from(document) }
}

/** The endpoints below the root of a service, by the path below it: '/studies/:study'. */
function byPath(): Map<string, Endpoint[]> {
  const root = '/api/dicomweb/dataset/:id'
  const paths = new Map<string, Endpoint[]>()
  for (const value of Object.values(contract)) {
    if (typeof value !== 'object' || !('path' in value) || value.path === root) continue
    const path = value.path.slice(root.length)
    paths.set(path, [...(paths.get(path) ?? []), value])
  }
  return paths
}

function resourceOf(path: string, calls: readonly Endpoint[]): string {
  const template = path.slice(1).replaceAll(/:(\w+)/g, '{$1}')
  const methods = calls.map(
    ({ method, summary }) => `<method name="${method}"><doc title="${escaped(summary)}"/></method>`,
  )
  return `<resource path="${template}">${methods.join('')}</resource>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
