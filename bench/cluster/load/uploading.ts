import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

import { getImage } from '#contract/images'
import { createWebhook, WebhookMessage } from '#contract/webhooks'

import { pause, picture, upload, type Study } from './study.ts'
import type { Work } from './work.ts'

interface Uploads {
  /** Photographs by the digest of their content, as rows and as files. */
  readonly photographs: Work
  /** The message of each, of which another program was told. */
  readonly letters: Work
}

/** Uploads photographs, and checks that a webhook hears of each. */
export async function uploading(
  study: Study,
  resources: AsyncDisposableStack,
  port: number,
): Promise<Uploads> {
  const told = new Map<string, Set<string>>()
  const hear = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { data } = WebhookMessage.parse(JSON.parse(await text(request)))
    const image = String(data.image_id)
    told.set(image, new Set(told.get(image)).add(String(request.headers['webhook-id'])))
    response.writeHead(204).end()
  }
  const program = createServer((request, response) => void hear(request, response))
  await new Promise<void>((resolve) => program.listen(port, '127.0.0.1', resolve))
  resources.defer(() => {
    program.closeAllConnections()
    program.close()
  })
  const uploader = await study.person('uploading')
  await uploader.call(createWebhook, {
    params: { id: study.uploads },
    body: { url: `http://127.0.0.1:${port}/events`, events: ['image.added'] },
  })
  const acknowledged = new Set<string>()
  const images = new Map<string, number>()
  const whole = new Set<string>()
  const announced = new Set<string>()

  /** Whether the file of a photograph is what was uploaded. */
  async function isWhole(digest: string, id: number): Promise<boolean> {
    if (whole.has(digest)) return true
    const query = { asAttachment: 'true' as const }
    const answer = await uploader.call(getImage, { params: { id }, query }).catch(() => undefined)
    if (answer === undefined) return false
    if (digestOf(Buffer.from(await answer.arrayBuffer())) === digest) whole.add(digest)
    return whole.has(digest)
  }

  return {
    photographs: {
      name: 'photograph',
      acknowledged,
      async run() {
        for (;;) {
          const content = await picture()
          const id = await upload(uploader, study.uploads, content)
          const digest = digestOf(content)
          images.set(digest, id)
          acknowledged.add(digest)
          announced.add(String(id))
          await pause(study)
        }
      },
      async stored() {
        const rows = await study.counted(
          `select encode(sha256, 'hex') as key, count(*) from image
           where dataset_id = ${study.uploads} and deleted_at is null group by 1`,
        )
        const there = new Map(rows)
        for (const [digest, id] of images) if (!(await isWhole(digest, id))) there.delete(digest)
        return there
      },
    },
    letters: {
      name: 'message',
      acknowledged: announced,
      run: async () => undefined,
      // Delivered at least once: again with the same id, if the answer was lost.
      stored: async () => new Map([...told].map(([image, ids]) => [image, ids.size])),
    },
  }
}

function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
