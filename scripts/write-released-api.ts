import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

import { currentApi, releasedApi } from './released-api.ts'

// Run when a version is released: later changes are compared with what is written here.
writeFileSync(releasedApi, gzipSync(JSON.stringify(currentApi()), { level: 9 }))
