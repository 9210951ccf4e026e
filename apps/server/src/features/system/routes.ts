import { statfs } from 'node:fs/promises'

import { getSystem } from '#contract/system'

import { serve, type Route } from '../../platform/http/route.ts'
import { countEverything, databaseState, queueState } from './queries.ts'

interface SystemDeps {
  readonly product: { readonly version: string }
  readonly dataFolder: string
}

export function systemRoutes({ product, dataFolder }: SystemDeps): Route[] {
  return [
    serve(getSystem, async ({ db }) => {
      const [disk, { postgres, ...database }, queue, { images_bytes, ...counts }] =
        await Promise.all([
          statfs(dataFolder),
          databaseState(db),
          queueState(db),
          countEverything(db),
        ])
      return {
        versions: { product: product.version, node: process.versions.node, postgres },
        uptime_seconds: Math.floor(process.uptime()),
        memory_bytes: process.memoryUsage.rss(),
        storage: {
          free_bytes: disk.bavail * disk.bsize,
          total_bytes: disk.blocks * disk.bsize,
          images_bytes,
        },
        database,
        queue,
        counts,
      }
    }),
  ]
}
