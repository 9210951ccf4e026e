import type { Socket } from 'node:net'

import { message } from '#contract/messages/message'
import type { MicsSettings } from '#contract/mics'

import { OutboundError } from '../../platform/http/outbound-error.ts'
import type { Outbound } from '../../platform/http/outbound.ts'
import { log } from '../../platform/log.ts'
import { MicsError, type MicsAdapter } from './adapter.ts'
import { openDemoAdapter } from './adapters/demo.ts'
import { openHl7Adapter } from './adapters/hl7.ts'
import { openOracleSession } from './adapters/oracle.ts'
import { openSqlAdapter } from './adapters/sql.ts'
import { openWorklistAdapter } from './adapters/worklist.ts'
import type { ReceivedOrders } from './received-orders.ts'
import type { Site } from './site-file.ts'

/** Address and credentials of an order system. */
export interface MicsConnection {
  readonly settings: MicsSettings
  readonly password: string
}

/** The kind of order system that this site has. */
export interface OrderSystem {
  /** Null if the operator has set up none. */
  readonly site: Site | null
  /** Whether results can be sent to it. */
  readonly writes: boolean
  /**
   * The default port, which the operator's list need not name; null if the system is not on the
   * network.
   */
  readonly usualPort: number | null
  /**
   * Works with the order system that a dataset names, for a limited time.
   * @param stopped aborts the work earlier
   * @throws {MicsError}
   */
  use<T>(connection: MicsConnection, work: Work<T>, stopped?: AbortSignal): Promise<T>
}

type Work<T> = (adapter: MicsAdapter, waiting: { signal: AbortSignal }) => Promise<T>

/** Maximum time of one piece of work with an order system. */
const longestSeconds = 25
const connectMs = 10_000

interface SystemDeps {
  readonly outbound: Outbound
  readonly received: ReceivedOrders
}

export function openOrderSystem(deps: SystemDeps, site: Site | null): OrderSystem {
  return {
    site,
    writes: writesTo(site),
    usualPort: site === null || site.adapter === 'demo' ? null : usualPorts[site.adapter],
    async use(connection, work, stopped) {
      const late = AbortSignal.timeout(longestSeconds * 1000)
      const signal = stopped === undefined ? late : AbortSignal.any([late, stopped])
      try {
        const adapter = openAdapter(deps, site, connection)
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

/** The ports that an entry of the operator's list allows if it names none. */
const usualPorts = { hl7v2: 2575, 'dicom-mwl': 104, oracle: 1521 } as const

function openAdapter(deps: SystemDeps, site: Site | null, connection: MicsConnection): MicsAdapter {
  if (site === null) throw new MicsError(message('mics.noSite'), { isFinal: true })
  if (site.adapter === 'demo') return openDemoAdapter()
  const { settings } = connection
  if (settings.IP === '') throw new MicsError(message('mics.notConfigured'), { isFinal: true })
  const target = { host: settings.IP, port: settings.PORT, usualPort: usualPorts[site.adapter] }
  const connect = (): Promise<Socket> =>
    deps.outbound.connect({ ...target, milliseconds: connectMs })
  switch (site.adapter) {
    case 'hl7v2':
      return openHl7Adapter({ site, connect, received: deps.received })
    case 'dicom-mwl':
      return openWorklistAdapter({
        callingAeTitle: site.aeTitle,
        calledAeTitle: site.calledAeTitle,
        connect,
      })
    case 'oracle':
      return openSqlAdapter(
        site.operations,
        openOracleSession({
          ...connection,
          clientFolder: site.clientFolder,
          findAddress: () => deps.outbound.resolve({ ...target, milliseconds: connectMs }),
        }),
      )
  }
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
