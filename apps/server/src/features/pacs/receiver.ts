import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { startProvider } from '../../platform/dicom-network/provider.ts'
import { log } from '../../platform/log.ts'
import { isKnownAs, keepReport } from './commitment.ts'
import { openArrivals, type Arrivals } from './arrivals.ts'
import { sweepArrivals } from './sweep-arrivals.ts'

export interface ReceiverConfig {
  readonly aeTitle: string
  readonly host: string
  /** Null switches it off. */
  readonly port: number | null
  /** PEM texts; with them only TLS is spoken. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
}

/** What takes objects from the network, and under what name and address others find it. */
export interface Receiver extends AsyncDisposable {
  readonly arrivals: Arrivals
  readonly aeTitle: string
  readonly host: string
  /** Null where nothing listens. */
  readonly port: number | null
}

/** Listens for objects; where it cannot listen, that is told, and all else goes on without it. */
export async function openReceiver(
  deps: { db: Db; clock: Clock; dataFolder: string; arrived: () => void },
  { aeTitle, host, port, tls }: ReceiverConfig,
): Promise<Receiver> {
  await sweepArrivals(deps.db, deps.dataFolder)
  const arrivals = openArrivals(deps)
  const nowhere = {
    arrivals,
    aeTitle,
    host,
    port: null,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
  if (port === null) return nowhere
  try {
    const provider = await startProvider({
      aeTitle,
      host,
      port,
      ...(tls === undefined ? {} : { tls }),
      accepts: (sender) => arrivals.accepts(sender),
      isAlsoCalled: (title) => isKnownAs(deps.db, title),
      report: (report) => keepReport(deps.db, report),
      store: (object, sender) => arrivals.open(object, sender),
    })
    return { ...provider, arrivals, aeTitle, host }
  } catch (error) {
    log.error(`The DICOM receiver cannot listen on port ${port} of ${host}`, error)
    return nowhere
  }
}
