import { setTimeout as sleep } from 'node:timers/promises'

import { analysing } from './analysing.ts'
import { listening, reading } from './reading.ts'
import { grading, saving } from './saving.ts'
import { sending } from './sending.ts'
import type { Study } from './study.ts'
import { uploading } from './uploading.ts'
import type { Work } from './work.ts'

/** People, stations and programs that are at work. */
export interface Load {
  readonly works: readonly Work[]
  /** Waits until everybody does what they did, after a failure. */
  goesOn(): Promise<void>
  /** Rejects if something fails that should have been repeated. */
  readonly failure: Promise<never>
}

const counts = { readers: 4, listeners: 3, savers: 2 }
const patienceMs = 300_000

/** @param letterPort where a program hears of uploads */
export async function startLoad(
  study: Study,
  resources: AsyncDisposableStack,
  letterPort: number,
): Promise<Load> {
  // Others may have called before, and call no more.
  study.waits.begun.clear()
  const { photographs, letters } = await uploading(study, resources, letterPort)
  const savers = await several(counts.savers, () => saving(study))
  const acting = [
    ...savers,
    await grading(study),
    photographs,
    await analysing(study),
    await sending(study),
  ]
  const readers = await several(counts.readers, () => reading(study))
  const listeners = await several(counts.listeners, () => listening(study))
  const running = [
    ...acting.map((work) => work.run()),
    ...readers.map((read) => read()),
    ...listeners.map((listener) => listener.run()),
  ].map((each) =>
    each.catch((error: unknown) => {
      if (!study.over.aborted) throw error
    }),
  )
  resources.defer(async () => {
    await Promise.allSettled(running)
  })
  const failure = Promise.all(running).then(() => new Promise<never>(() => undefined))
  failure.catch(() => undefined)
  return {
    works: [...acting, letters],
    failure,
    async goesOn() {
      const since = performance.now()
      const before = acting.map(({ acknowledged }) => acknowledged.size)
      const waiting = (): readonly string[] => [
        ...acting.flatMap(({ name, acknowledged }, i) =>
          acknowledged.size > (before[i] ?? 0) ? [] : [name],
        ),
        ...listeners.flatMap((each) => (each.heardAt() > since ? [] : ['live events'])),
        ...(study.waits.allAnsweredSince(since) ? [] : ['answers']),
      ]
      while (waiting().length > 0) {
        if (performance.now() > since + patienceMs)
          throw new Error(`Does not go on: ${waiting().join(', ')}.`)
        await sleep(100, undefined, { signal: study.over })
      }
    },
  }
}

function several<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, make))
}
