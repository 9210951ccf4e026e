import { stopSignal } from '../../apps/server/src/platform/stop-signal.ts'
import { openChromium } from '../chromium.ts'
import { print } from '../measure.ts'
import { install } from './installation.ts'
import { journey } from './journey.ts'
import { Newcomer } from './newcomer.ts'

/** After this time without progress, a stage counts as not reached. */
const patienceMs = 900_000

/** A part that is run only if it is named, because it downloads all packages. */
export const newcomerParts: Readonly<Record<string, () => Promise<void>>> = {
  newcomer: benchNewcomer,
}

/** Clicks, typed fields and seconds from nothing to an analysed photograph and an export. */
async function benchNewcomer(): Promise<void> {
  const interrupted = onInterrupt()
  await using resources = new AsyncDisposableStack()
  const start = performance.now()
  const { address, folder, readme, command } = resources.use(await install(interrupted))
  print('\nA newcomer, from an empty folder\n')
  printLine('stage', ['clicks', 'fields', 'seconds'])
  printLine(`clone and ${command}`, [0, 0, secondsSince(start)])
  const browser = await openChromium()
  resources.defer(() => browser.close())
  interrupted.addEventListener('abort', () => void browser.close())
  const page = await browser.newPage({ locale: 'en', viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(patienceMs)
  await page.goto(address)
  const person = new Newcomer(page, readme)
  for (const { name, act } of journey(folder)) {
    const before = { clicks: person.clicks, fields: person.fields, at: performance.now() }
    await act(person).catch((cause: unknown) => {
      interrupted.throwIfAborted()
      throw new Error(`Not reached: ${name} (${page.url()})`, { cause })
    })
    const { clicks, fields, at } = before
    printLine(name, [person.clicks - clicks, person.fields - fields, secondsSince(at)])
  }
  printLine('in all', [person.clicks, person.fields, secondsSince(start)])
}

/** Aborts at a signal to stop, so that the installation is removed before the process ends. */
function onInterrupt(): AbortSignal {
  const controller = new AbortController()
  void stopSignal().then(() => controller.abort(new Error('Interrupted.')))
  return controller.signal
}

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1)
}

function printLine(name: string, cells: readonly (string | number)[]): void {
  print(`${name.padEnd(40)}${cells.map((cell) => String(cell).padStart(9)).join('')}`)
}
