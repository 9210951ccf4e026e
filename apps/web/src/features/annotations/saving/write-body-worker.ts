import { unpackLists } from '#geometry/packed-lists'

import type { BodyToWrite } from './write-body.ts'

addEventListener('message', ({ data: { packed, port } }: MessageEvent<BodyToWrite>) => {
  port.postMessage(new Blob([JSON.stringify(unpackLists(packed))]))
})
