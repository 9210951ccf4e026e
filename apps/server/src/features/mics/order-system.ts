import { message } from '#contract/messages/message'
import type { MicsSettings } from '#contract/mics'

import { OutboundError, type Outbound } from '../../platform/http/outbound.ts'
import { log } from '../../platform/log.ts'
import { MicsError, type MicsAdapter } from './adapter.ts'
import { openDemoAdapter } from './adapters/demo.ts'
import type { Site } from './site-file.ts'

/** Where an order system is and how one signs in to it. */
export interface MicsConnection {
  readonly settings: MicsSettings
  readonly password: string
}

/** The kind of order system that this site has. */
export interface OrderSystem {
  /** Null where the operator has set up none. */
  readonly site: Site | null
  /** Whether results can be sent to it. */
  readonly writes: boolean
  /** Whether it is reached over the network, by a host that the operator must have allowed. */
  readonly isRemote: boolean
  /**
   * Works with the order system that a dataset names, for a limited time.
   * @throws {MicsError}
   */
  use<T>(connection: MicsConnection, work: Work<T>): Promise<T>
}

type Work<T> = (adapter: MicsAdapter, waiting: { signal: AbortSignal }) => Promise<T>

/** The longest that one piece of work with an order system may take. */
const longestSeconds = 25

export function openOrderSystem(site: Site | null, outbound: Outbound): OrderSystem {
  return {
    site,
    writes: writesTo(site),
    isRemote: site !== null && site.adapter !== 'demo',
    async use(connection, work) {
      const signal = AbortSignal.timeout(longestSeconds * 1000)
      try {
        const adapter = openAdapter(site, connection, outbound)
        try {
          return await work(adapter, { signal })
        } finally {
          await adapter.close()
        }
      } catch (error) {
        throw explain(error, signal)
      }
    },
  }
}

function writesTo(site: Site | null): boolean {
  if (site === null || site.adapter === 'dicom-mwl') return false
  return site.adapter !== 'oracle' || site.operations.writeResult !== undefined
}

function openAdapter(
  site: Site | null,
  { settings }: MicsConnection,
  _outbound: Outbound,
): MicsAdapter {
  if (site === null) throw new MicsError(message('mics.noSite'), { isFinal: true })
  if (site.adapter === 'demo') return openDemoAdapter()
  if (settings.IP === '') throw new MicsError(message('mics.notConfigured'), { isFinal: true })
  throw new MicsError(message('mics.noSite'), { isFinal: true })
}

function explain(error: unknown, signal: AbortSignal): MicsError {
  if (error instanceof MicsError) return error
  if (error instanceof OutboundError) {
    if (error.fault === 'not allowed') return new MicsError(error.told, { isFinal: true })
    const isLate = error.fault === 'timed out'
    return new MicsError(message(isLate ? 'mics.late' : 'mics.unreachable'), { cause: error })
  }
  if (signal.aborted) return new MicsError(message('mics.late'), { cause: error })
  log.error('order system', error)
  return new MicsError(message('mics.unexpected'), { cause: error })
}
