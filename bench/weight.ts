import { weigh } from '../tests/browser/weight.ts'
import { password } from '../tests/http-client.ts'
import { openChromium } from './chromium.ts'
import { uploadPhotograph, type Workplace } from './fovea.ts'
import { print } from './measure.ts'

/** Requests and bytes on 22 November 2026, when each module was a file and none was compressed. */
const earlier: Readonly<Record<string, string>> = {
  '/auth': '88 requests, 1,526 kB',
  '/datasets': '99 requests, 1,550 kB',
  annotator: '132 requests, 2,060 kB',
}

/** What screens cost when they are opened with an empty cache, beside the same files uncompressed. */
export async function benchWeight(workplace: Workplace): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const browser = await openChromium()
  resources.defer(() => browser.close())
  const { id } = await uploadPhotograph(workplace, 1024)
  const screens = [
    ['/auth', '/auth'],
    ['/datasets', '/datasets'],
    ['table', `/tabulardataset/${workplace.dataset}`],
    ['annotator', `/annotate/${id}`],
  ] as const
  print('\nWeight of code and styles, cold, without photographs and data')
  for (const [name, address] of screens) {
    const context = await browser.newContext({ baseURL: workplace.address })
    if (address !== '/auth') {
      await context.request.post('/api/user/login', { data: { username: 'kim', password } })
    }
    const { requests, bytes, unpacked } = await weigh(await context.newPage(), address)
    const before = earlier[name] === undefined ? '' : `; earlier ${earlier[name]}`
    print(
      `${name.padEnd(12)}${requests} requests, ${inKilobytes(bytes)}, uncompressed ${inKilobytes(unpacked)}${before}`,
    )
    await context.close()
  }
}

function inKilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`
}
