import { message } from '#contract/messages/message'
import { MicsSettings, type MicsChange } from '#contract/mics'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { OutboundError } from '../../platform/http/outbound-error.ts'
import type { Outbound } from '../../platform/http/outbound.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { changeSettings, micsSettingsOf, type DatasetRow } from '../datasets/queries.ts'
import { purposeOf, sealedPasswordOf } from '../datasets/sealed-passwords.ts'
import type { MicsConnection, OrderSystem } from './order-system.ts'
import { awaitNoOrders, awaitOrders } from './queries.ts'

export interface MicsDeps {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly outbound: Outbound
  readonly orderSystem: OrderSystem
}

/** The dataset's order system as set, with its password. */
export function connectionOf({ secrets }: Pick<MicsDeps, 'secrets'>, dataset: DatasetRow) {
  const sealed = sealedPasswordOf(dataset, 'MICS')
  const password =
    sealed === undefined ? undefined : secrets.open(sealed, purposeOf(dataset, 'MICS'))
  return { settings: micsSettingsOf(dataset), password: password ?? '' }
}

/** Applies changed settings: the password is kept if neither host nor user changes. */
export function changedConnection(
  deps: Pick<MicsDeps, 'secrets'>,
  dataset: DatasetRow,
  { PASSWORD: given, ...settings }: MicsChange,
): MicsConnection {
  if (given !== undefined) return { settings, password: given }
  const { settings: before, password } = connectionOf(deps, dataset)
  const isSame = before.IP === settings.IP && before.USERNAME === settings.USERNAME
  return { settings, password: isSame ? password : '' }
}

/** @throws {Problem} if the host is not allowed, or the site's order system takes no results */
export async function changeMics(
  db: Db,
  deps: MicsDeps,
  { dataset, change }: { dataset: DatasetRow; change: MicsChange },
): Promise<void> {
  refuseUnlistedHost(deps, change)
  if (change.REQUIRESEND && !deps.orderSystem.writes) {
    const isNone = deps.orderSystem.site === null
    throw new Problem('not_possible_now', message(isNone ? 'mics.noSite' : 'mics.readsOnly'))
  }
  const { settings, password } = changedConnection(deps, dataset, change)
  const { REQUIRE: before } = micsSettingsOf(dataset)
  const sealed =
    password === '' ? undefined : deps.secrets.seal(password, purposeOf(dataset, 'MICS'))
  await changeSettings(db, dataset.id, {
    MICS: { ...MicsSettings.parse(settings), PASSWORD: sealed },
  })
  if (settings.REQUIRE && !before) await awaitOrders(db, dataset.id, deps.clock())
  if (before && !settings.REQUIRE) await awaitNoOrders(db, dataset.id)
}

export function refuseUnlistedHost(
  { outbound, orderSystem }: Pick<MicsDeps, 'outbound' | 'orderSystem'>,
  { IP, PORT }: Pick<MicsSettings, 'IP' | 'PORT'>,
): void {
  const { usualPort } = orderSystem
  if (IP === '' || usualPort === null) return
  try {
    outbound.checkHost({ host: IP, port: PORT, usualPort })
  } catch (error) {
    throw error instanceof OutboundError ? new Problem('host_not_allowed', error.told) : error
  }
}
