import { statfs } from 'node:fs/promises'

import { getSystem } from '#contract/system'

import { serve, type Route } from '../../platform/http/route.ts'
import type { Readied } from '../../platform/readiness.ts'
import {
  countEverything,
  databaseState,
  latestBackup,
  latestDataCheck,
  queueState,
} from './queries.ts'

interface SystemDeps {
  readonly product: { readonly version: string }
  readonly dataFolder: string
  readonly readiness: Readied
}

export function systemRoutes({ product, dataFolder, readiness }: SystemDeps): Route[] {
  return [
    serve(getSystem, async ({ db }) => {
      const [
        ready,
        disk,
        { postgres, ...database },
        queue,
        { images_bytes, images_missing, ...counts },
        dataCheck,
        backup,
      ] = await Promise.all([
        readiness.check(),
        statfs(dataFolder),
        databaseState(db),
        queueState(db),
        countEverything(db),
        latestDataCheck(db),
        latestBackup(db),
      ])
      return {
        versions: { product: product.version, node: process.versions.node, postgres },
        readiness: ready,
        uptime_seconds: Math.floor(process.uptime()),
        memory_bytes: process.memoryUsage.rss(),
        storage: {
          free_bytes: disk.bavail * disk.bsize,
          total_bytes: disk.blocks * disk.bsize,
          images_bytes,
          images_missing,
        },
        backup,
        data_check: dataCheck,
        database,
        queue,
        counts,
      }
    }),
  ]
}
