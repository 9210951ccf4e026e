import { ConfigError } from './settings-files.ts'
import { BackupError } from './platform/backup/backup-folder.ts'
import { DatabaseSetupError } from './platform/database/database.ts'
import { EmbeddedDatabaseError } from './platform/database/embedded/error.ts'
import { MigrationError } from './platform/database/migrate.ts'
import { MoveError } from './platform/files/move-files.ts'
import { StorageAway, StorageSetupError } from './platform/files/storage-error.ts'
import { DatabaseInUse } from './refuse-running.ts'

const foreseen = [
  BackupError,
  ConfigError,
  DatabaseInUse,
  EmbeddedDatabaseError,
  DatabaseSetupError,
  MigrationError,
  MoveError,
  StorageAway,
  StorageSetupError,
]

/** Expected errors print their message, unexpected ones their stack trace. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (foreseen.some((kind) => error instanceof kind)) return error.message
  return explainListening(error) ?? error.stack ?? error.message
}

const whyNotListening: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'no such host is known',
  EACCES: 'this account may not use the port',
}

type ListeningError = NodeJS.ErrnoException & { readonly address?: string; readonly port?: number }

function explainListening(error: ListeningError): string | undefined {
  const why = whyNotListening[error.code ?? '']
  if (why === undefined || !['listen', 'getaddrinfo'].includes(error.syscall ?? ''))
    return undefined
  const { address = '', port = '' } = error
  return `Fovea cannot listen on ${address}:${port}: ${why}. Set HOST= and PORT=, or METRICS_HOST= and METRICS_PORT=.`
}
