import path from 'node:path'

import type { Config } from './config.ts'
import { usualMailPort } from './features/mail/mail-server.ts'
import { readSiteFile, type Site } from './features/mics/site-file.ts'
import { startEmbeddedPostgres } from './platform/database/embedded/embedded.ts'
import type { PostgresServer } from './platform/database/database.ts'
import { openOutbound, type Outbound } from './platform/http/outbound.ts'
import { ConfigError } from './settings-files.ts'

/** @throws {ConfigError} if the identity provider's host is not on the operator's list */
function checkIssuer(outbound: Outbound, { identityProvider }: Config): void {
  if (identityProvider === null) return
  const { issuer } = identityProvider
  try {
    outbound.check(new URL(issuer))
  } catch {
    const { host } = new URL(issuer)
    throw new ConfigError(`OIDC_ISSUER=${issuer} cannot be used: add ${host} to OUTBOUND_HOSTS.`)
  }
}

/** @throws {ConfigError} if the mail server is not on the operator's list */
function checkMailHost(outbound: Outbound, { mail }: Config): void {
  if (mail === null) return
  const { host, port } = mail
  try {
    outbound.checkHost({ host, port, usualPort: usualMailPort })
  } catch {
    throw new ConfigError(
      `SMTP_HOST=${host} cannot be used: add ${host}:${port} to OUTBOUND_HOSTS.`,
    )
  }
}

/**
 * Other hosts that the server may call, among them those that the settings name.
 * @throws {ConfigError} if one of those is not on the list
 */
export function outboundOf(config: Config): Outbound {
  const outbound = openListed(config)
  checkIssuer(outbound, config)
  checkMailHost(outbound, config)
  return outbound
}

function openListed({ outboundHosts, dicom }: Config): Outbound {
  try {
    return openOutbound(outboundHosts, undefined, { ...dicom.tls, ca: dicom.ca })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`OUTBOUND_HOSTS=${outboundHosts.join(',')} cannot be used: ${why}`)
  }
}

export function siteOf({ micsFile }: Config): Site | null {
  if (micsFile === undefined) return null
  try {
    return readSiteFile(micsFile)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`MICS_FILE=${micsFile} cannot be used:\n${why}`)
  }
}

/** The server named by DATABASE_URL, or an embedded one in the data folder. */
export async function findPostgres(config: Config): Promise<PostgresServer> {
  if (config.databaseUrl === undefined) {
    return startEmbeddedPostgres(path.join(config.dataFolder, 'database'))
  }
  const { databaseUrl, databaseListenUrl, databaseOwnerUrl } = config
  const direct = { connectionString: databaseListenUrl ?? databaseUrl }
  return {
    // Poolers refuse sessions with options.
    connection:
      databaseListenUrl === undefined ? direct : { connectionString: databaseUrl, options: '' },
    direct,
    owner: databaseOwnerUrl === undefined ? undefined : { connectionString: databaseOwnerUrl },
    failure: new Promise(() => undefined),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}
