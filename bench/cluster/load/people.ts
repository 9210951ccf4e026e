import { setTimeout as sleep } from 'node:timers/promises'

import { type NetworkClient, signedIn } from '../../../tests/http-client.ts'

/** Milliseconds after which browsers give a call up, by the contract. */
const timeLimits = { usual: 10_000, upload: 120_000 } as const
const pauseMs = 500

/** Answers of a server or a balancer that ask for another try. */
const mayPass = (status: number): boolean => status >= 500

/** What the people of a load have waited for. */
export class Waits {
  /** The longest wait in seconds since `reset`, by what people did. */
  readonly longest = new Map<string, number>()
  /** Answers that asked for another try, by status. */
  readonly refusals = new Map<number, number>()
  /** When the last call that was answered had begun, by person. */
  readonly begun = new Map<string, number>()

  reset(): void {
    this.longest.clear()
    this.refusals.clear()
  }

  /** Whether every person had an answer to a call that began after a moment. */
  allAnsweredSince(moment: number): boolean {
    return [...this.begun.values()].every((begun) => begun > moment)
  }

  note(activity: string, person: string, begun: number): void {
    const seconds = (performance.now() - begun) / 1000
    this.longest.set(activity, Math.max(seconds, this.longest.get(activity) ?? 0))
    this.begun.set(person, begun)
  }
}

/** A browser, as far as it calls: it repeats a call until it is answered. */
export async function personAt(
  address: string,
  { name, activity, waits, over }: Person,
): Promise<NetworkClient> {
  const attempt = async (url: URL, init: RequestInit): Promise<Response | undefined> => {
    const limit = init.body instanceof FormData ? timeLimits.upload : timeLimits.usual
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(limit), over])
      const answer = await fetch(url, { ...init, signal })
      const body = await answer.arrayBuffer()
      if (!mayPass(answer.status)) return new Response(body, answer)
      waits.refusals.set(answer.status, (waits.refusals.get(answer.status) ?? 0) + 1)
    } catch {
      over.throwIfAborted()
    }
    return undefined
  }
  return signedIn(address, accountName, async (url, init) => {
    const begun = performance.now()
    for (;;) {
      const answer = await attempt(url, init)
      if (answer !== undefined) {
        waits.note(activity, name, begun)
        return answer
      }
      await sleep(pauseMs, undefined, { signal: over })
    }
  })
}

/** All people of the load have the same account, each with a session of their own. */
const accountName = 'kim'

interface Person {
  readonly name: string
  /** What they do, in the table of waits. */
  readonly activity: string
  readonly waits: Waits
  /** Ends what they do. */
  readonly over: AbortSignal
}
