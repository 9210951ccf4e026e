import { globSync } from 'node:fs'
import path from 'node:path'

/** Programs of the cluster, and Debian's packages with them. */
const programs = {
  etcd: { file: '/usr/bin/etcd', debian: 'etcd-server' },
  haproxy: { file: '/usr/sbin/haproxy', debian: 'haproxy' },
  patroni: { file: '/usr/bin/patroni', debian: 'patroni' },
  pgbouncer: { file: '/usr/sbin/pgbouncer', debian: 'pgbouncer' },
  postgres: { file: '/usr/lib/postgresql/*/bin/pg_rewind', debian: 'postgresql' },
  storescu: { file: '/usr/bin/storescu', debian: 'dcmtk' },
  account: { file: '/usr/bin/swift-account-server', debian: 'swift-account' },
  container: { file: '/usr/bin/swift-container-server', debian: 'swift-container' },
  object: { file: '/usr/bin/swift-object-server', debian: 'swift-object' },
  proxy: { file: '/usr/bin/swift-proxy-server', debian: 'swift-proxy' },
} as const

/** Debian's packages that are missing. */
export function missingPackages(): readonly string[] {
  return Object.values(programs)
    .filter(({ file }) => globSync(file).length === 0)
    .map(({ debian }) => debian)
}

export const etcdProgram = programs.etcd.file
export const haproxyProgram = programs.haproxy.file
export const patroniProgram = programs.patroni.file

/** The folder with the programs of the newest PostgreSQL. */
export function postgresFolder(): string {
  const [newest = ''] = globSync(programs.postgres.file).toSorted().toReversed()
  return path.dirname(newest)
}
