import { message } from '#contract/messages/message'
import type { PacsSettings } from '#contract/pacs'

import {
  associate,
  type Peer,
  type Proposal,
  type UserAssociation,
} from '../../platform/dicom-network/user.ts'
import type { Outbound } from '../../platform/http/outbound.ts'
import { Problem } from '../../platform/http/problem.ts'

const connectMs = 10_000
/** DICOM's IANA port, which the operator's list need not name. */
export const usualPort = 104

/** Whether there is an archive to retrieve from. */
export function isSet({ RETRIEVE, IP, DICOMWEB }: PacsSettings): boolean {
  return (RETRIEVE === 'WADO-RS' ? DICOMWEB : IP) !== ''
}

/** Whether there is an archive to send to. */
export function canSend({ SENDBY, IP, DICOMWEB }: PacsSettings): boolean {
  return (SENDBY === 'STOW-RS' ? DICOMWEB : IP) !== ''
}

export function notConfigured(): Problem {
  return new Problem('not_possible_now', message('pacs.notConfigured'))
}

/** The archive of a dataset as a peer on the network. */
export function archiveOf(
  outbound: Outbound,
  { AETITLE, CALLEDAETITLE, IP, PORT, TLS }: PacsSettings,
): Peer {
  return {
    callingAeTitle: AETITLE,
    calledAeTitle: CALLEDAETITLE,
    connect: () =>
      outbound.connect({
        host: IP,
        port: PORT,
        usualPort,
        milliseconds: connectMs,
        isSecure: TLS,
      }),
  }
}

/** Works with an archive over one association, which is aborted by the signal. */
export async function withArchive<T>(
  archive: Peer,
  { proposals, signal }: { proposals: readonly Proposal[]; signal: AbortSignal },
  work: (user: UserAssociation) => Promise<T>,
): Promise<T> {
  await using user = await associate(archive, proposals)
  const giveUp = (): void => user.association.connection.abort()
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    return await work(user)
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
