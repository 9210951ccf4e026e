import { createServer, request as requestOf } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable, Writable } from 'node:stream'

import { onTestFinished } from 'vitest'

interface Cut {
  /** The request whose connection breaks, as method and path. */
  readonly request: RegExp
  /** Whose body breaks off, and after how many bytes. */
  readonly of: 'request' | 'answer'
  readonly after: number
}

/**
 * A way to a server on which the connection breaks once for each of the cuts, in the middle of a body. `passed` are
 * the requests so far, and `left` the cuts to come.
 */
export async function startCuttingProxy(upstream: string, cuts: readonly Cut[]) {
  const left = [...cuts]
  const passed: { readonly line: string; readonly range: string | undefined }[] = []
  const proxy = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    const line = `${method} ${url}`
    passed.push({ line, range: headers.range })
    const place = left.findIndex((each) => each.request.test(line))
    const [cut] = place === -1 ? [] : left.splice(place, 1)
    const afterOf = (body: Cut['of']) => (cut?.of === body ? cut.after : Infinity)
    // A client throws away what it has not read when it hears of the break.
    const breakOff = (): void => void setTimeout(() => request.socket.destroy(), 50)
    const onward = requestOf(new URL(url, upstream), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      void pass(answer, response, { most: afterOf('answer'), breakOff })
    })
    onward.on('error', breakOff)
    void pass(request, onward, { most: afterOf('request'), breakOff })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const { port } = proxy.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, passed, left }
}

async function pass(
  from: Readable,
  to: Writable,
  { most, breakOff }: { readonly most: number; readonly breakOff: () => void },
): Promise<void> {
  let left = most
  try {
    for await (const chunk of from) {
      const bytes = chunk as Buffer
      if (bytes.length >= left) return void to.write(bytes.subarray(0, left), breakOff)
      to.write(bytes)
      left -= bytes.length
    }
    to.end()
  } catch {
    breakOff()
  }
}
