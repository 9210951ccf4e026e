import path from 'node:path'

import { z } from 'zod'

import { isTimeZone } from '#clock/time-zone'
import type { FhirSettings } from '#contract/fhir'
import type { Regulatory } from '#contract/info'
import { passwordRules, type PasswordRule } from '#contract/passwords'
import { associationLimits, usualAeTitle } from '#contract/pacs'

import {
  identityProviderOf,
  identityProviderVariables,
  type IdentityProviderSettings,
} from './identity-provider.ts'
import { roleNames, type Role } from './roles.ts'
import {
  ConfigError,
  readAuthority,
  readFhir,
  readingFiles,
  readRegulatory,
  readTls,
  readVersion,
  root,
} from './settings-files.ts'
import { mailSettingsOf, mailVariables, type MailSettings } from './mail-settings.ts'
import { StorageAddress } from './storage-address.ts'

const Flag = z.enum(['true', 'false'], 'is true or false').transform((text) => text === 'true')
const loopback = new Set(['127.0.0.1', 'localhost', '::1'])

const WebAddress = z.url({
  protocol: /^https?$/,
  error: 'is an address like https://fovea.example.org',
})

/** Scheme, host and port, as browsers send it. */
const WebOrigin = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text, {
  error: 'has origins like https://tools.example.org, joined by commas',
})

const securityContactError =
  'is an email address, or an address like https://fovea.example.org/security'

/** An email address, as a `mailto:` URI, or an https address. */
const SecurityContact = z.union(
  [
    z.email().transform((address) => `mailto:${address}`),
    z.url({ protocol: /^https$/, error: securityContactError }),
  ],
  securityContactError,
)

/** The address of a PostgreSQL server, or of several of which one takes writes (`a:5432,b:5432`). */
const DatabaseAddress = z
  .string()
  .regex(
    /^postgres(?:ql)?:\/\/[^\s]+$/,
    'is an address like postgres://user:password@host/database, or postgres://user:password@host,other/database',
  )

const ProxyAddress = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

/**
 * Trusted proxies for X-Forwarded-For: their number between the users and this server, or their
 * addresses. Entries beyond them were written by the client.
 */
const TrustedProxies = z.union(
  [
    z.literal('false').transform(() => false as const),
    z.literal('true').transform(() => 1),
    z
      .string()
      .regex(/^[1-9]$/)
      .transform(Number),
    z
      .string()
      .transform((list) => list.split(',').map((entry) => entry.trim()))
      .pipe(z.array(ProxyAddress)),
  ],
  'is false, the number of proxies (1 to 9), or their addresses and subnets, joined by commas',
)
type TrustedProxies = z.output<typeof TrustedProxies>

const Days = z.coerce.number().int().min(1).max(36_500)

/** Names, separated by commas. */
const NameList = z.string().transform((list) =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
)

/** Maximum size of the cache on local disk of an installation whose files are in a bucket. */
const usualCacheMegabytes = 10_240

/** Seconds within which a process stops: longer if others can take over meanwhile. */
const usualDrainSeconds = { alone: 12, ofSeveral: 25 }

/** The environment variables; docs/operation.md lists the same names. */
const Environment = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
    ROLE: z.enum(roleNames, `is one of ${roleNames.join(', ')}`).default('all'),
    WORKER_KINDS: NameList.optional(),
    DRAIN_SECONDS: z.coerce.number().int().min(10).max(600).optional(),
    METRICS_HOST: z.string().default('127.0.0.1'),
    METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
    DATA_DIR: z.string().min(1).default('data'),
    STORAGE_URL: StorageAddress.optional(),
    CACHE_MEGABYTES: z.coerce.number().int().min(100).max(100_000_000).optional(),
    DATASETS_GROUP_ACCESS: Flag.default(false),
    MODELS_DIR: z.string().min(1).optional(),
    DATABASE_URL: DatabaseAddress.optional(),
    DATABASE_LISTEN_URL: DatabaseAddress.optional(),
    DATABASE_OWNER_URL: DatabaseAddress.optional(),
    LOGIN_ENABLED: Flag.default(true),
    ALLOW_REGISTRATION: Flag.default(false),
    PASSWORD_RULE: z.enum(passwordRules).default('by-form'),
    ALLOW_OPEN_NETWORK: Flag.default(false),
    SESSION_SECONDS: z.coerce.number().int().min(60).max(86_400).default(3600),
    PRODUCT_NAME: z.string().min(1).default('Fovea'),
    HELP_URL: WebAddress.optional(),
    SECURITY_CONTACT: SecurityContact.optional(),
    REGULATORY_FILE: z.string().optional(),
    FHIR_FILE: z.string().optional(),
    SITE_TIME_ZONE: z
      .string()
      .refine(isTimeZone, 'is a name of the IANA time zone database, such as Asia/Seoul')
      .optional(),
    PUBLIC_URL: WebAddress.optional(),
    TRUST_PROXY: TrustedProxies.default(false),
    AUDIT_RETENTION_DAYS: Days.default(730),
    HISTORY_RETENTION_DAYS: Days.optional(),
    TASK_LOG_RETENTION_DAYS: Days.optional(),
    OUTBOUND_HOSTS: NameList.prefault(''),
    MICS_FILE: z.string().min(1).optional(),
    SECRET_KEY_FILE: z.string().min(1).optional(),
    BACKUP_KEY_FILE: z.string().min(1).optional(),
    CORS_ORIGINS: z
      .string()
      .default('')
      .transform((list) =>
        list
          .split(',')
          .map((entry) => entry.trim())
          .filter(Boolean),
      )
      .pipe(z.array(WebOrigin)),
    TOKEN_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).max(1_000_000).default(3000),
    IMAGE_SOURCE: WebAddress.default('https://commons.wikimedia.org/w/api.php'),
    DICOM_PORT: z.coerce.number().int().min(0).max(65_535).default(11_112),
    DICOM_AE_TITLE: z
      .string()
      .regex(/^[\x21-\x5B\x5D-\x7E]{1,16}$/, 'has 1 to 16 characters of ASCII and no backslash')
      .default(usualAeTitle),
    DICOM_ASSOCIATIONS_PER_ADDRESS: z.coerce
      .number()
      .int()
      .min(1)
      .max(associationLimits.most)
      .default(associationLimits.ofAddress),
    DICOM_TLS_CERTIFICATE: z.string().optional(),
    DICOM_TLS_KEY: z.string().optional(),
    DICOM_TLS_CA: z.string().optional(),
    UPLOAD_MEGABYTES: z.coerce.number().int().min(1).max(4096).default(512),
    ...identityProviderVariables,
    ...mailVariables,
  })
  .refine((env) => env.LOGIN_ENABLED || loopback.has(env.HOST) || env.ALLOW_OPEN_NETWORK, {
    path: ['HOST'],
    message:
      'would show every image to everybody on the network, because LOGIN_ENABLED is false. Set HOST=127.0.0.1, or LOGIN_ENABLED=true, or, if that is what you want, ALLOW_OPEN_NETWORK=true',
  })
  .refine((env) => env.ROLE === 'all' || env.DATABASE_URL !== undefined, {
    path: ['ROLE'],
    message:
      'needs DATABASE_URL: the embedded database belongs to one process, which does everything (ROLE=all)',
  })
  .refine((env) => env.DATABASE_LISTEN_URL === undefined || env.DATABASE_URL !== undefined, {
    path: ['DATABASE_LISTEN_URL'],
    message:
      'is the direct address of the database behind a pooler: set DATABASE_URL, or remove it',
  })
  .refine((env) => env.WORKER_KINDS === undefined || env.ROLE === 'worker', {
    path: ['WORKER_KINDS'],
    message: 'restricts workers: set ROLE=worker, or remove it',
  })
  .refine((env) => env.ROLE !== 'dicom' || env.DICOM_PORT !== 0, {
    path: ['DICOM_PORT'],
    message: 'leaves a process of ROLE=dicom nothing to do: set the port of the receiver',
  })

export interface Config {
  readonly dicom: {
    aeTitle: string
    host: string
    /** Null: objects are not received. */
    port: number | null
    /** Maximum associations of one station or router at a time. */
    associationsOfAddress: number
    tls: { cert: string; key: string } | undefined
    /**
     * PEM text of the authorities trusted for the certificates of archives and of hosts called by
     * HTTPS.
     */
    ca: string | undefined
  }
  readonly http: {
    host: string
    port: number
    secure: boolean
    trustProxy: TrustedProxies
    hostNames: readonly string[] | null
    corsOrigins: readonly string[]
  }
  readonly role: Role
  /** The kinds of work of this worker; null: all. */
  readonly workerKinds: readonly string[] | null
  /** Time within which the process stops when it is asked to. */
  readonly drainSeconds: number
  /** Where metrics are served; null: they are not kept. */
  readonly metrics: { readonly host: string; readonly port: number } | null
  /** Settings that work but deserve the operator's attention, as sentences. */
  readonly warnings: readonly string[]
  readonly dataFolder: string
  /** Where files are kept; null: in the data folder. */
  readonly bucket: StorageAddress | null
  /** Maximum size of files in the data folder that can be made or fetched again; null: no limit. */
  readonly cacheBytes: number | null
  /** The operator's group may put files into the folders of datasets. */
  readonly groupMayAddFiles: boolean
  readonly webFolder: string
  /** The networks of the product, and the operator's own. */
  readonly modelFolders: { readonly shipped: string; readonly own: string | undefined }
  /** Absent: the embedded database in the data folder. */
  readonly databaseUrl: string | undefined
  /** The same database, not through a connection pooler; absent: `databaseUrl` is direct. */
  readonly databaseListenUrl: string | undefined
  /** The same database as the role that owns it; absent: the application's role is the owner. */
  readonly databaseOwnerUrl: string | undefined
  readonly loginEnabled: boolean
  readonly allowRegistration: boolean
  readonly passwordRule: PasswordRule
  readonly sessionSeconds: number
  /** How often a program may call by one access token. */
  readonly tokenRequestsPerMinute: number
  /** Null: people sign in with passwords of their own only. */
  readonly identityProvider: IdentityProviderSettings | null
  /** Null: no mails are sent. */
  readonly mail: MailSettings | null
  readonly uploadBytes: number
  /** Other hosts that the server may call on a user's behalf. */
  readonly outboundHosts: readonly string[]
  /** The site file of the hospital's order system; absent: there is none. */
  readonly micsFile: string | undefined
  /** The key that encrypts secrets in the database. */
  readonly secretKeyFile: string
  /** The key that encrypts backups; absent: they are not encrypted. */
  readonly backupKeyFile: string | undefined
  /** Address of the MediaWiki API from which images are generated. */
  readonly imageSource: string
  /** How the site wants its FHIR messages. */
  readonly fhir: FhirSettings
  /** Time zone of cameras that do not state theirs, as IANA name or offset; null: unknown. */
  readonly siteTimeZone: string | null
  readonly publicUrl: string | null
  readonly retentionDays: number
  /** Days of other tables that only grow; null: for ever. */
  readonly retention: Readonly<Record<'annotation_history' | 'task_log', number | null>>
  readonly product: {
    name: string
    version: string
    helpUrl: string | null
    securityContact: string | null
    regulatory: Regulatory
  }
}

/** A setting as it may stand in a log: an address without its user and password. */
function withoutSecrets(value: string): string {
  return value.replace(/\/\/.*@/, '//…@')
}

/** @throws {ConfigError} */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = Environment.safeParse(env)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(
      ({ path: at, message: why }) =>
        `  ${at.join('.')}=${withoutSecrets(env[String(at[0])] ?? '')} ${why}`,
    )
    throw new ConfigError(`The configuration is not usable:\n${lines.join('\n')}`)
  }
  const values = parsed.data
  const fhir = readFhir(values.FHIR_FILE)
  return {
    http: {
      host: values.HOST,
      port: values.PORT,
      secure: values.PUBLIC_URL?.startsWith('https:') ?? false,
      trustProxy: values.TRUST_PROXY,
      hostNames: values.LOGIN_ENABLED ? null : hostNamesOf(values),
      corsOrigins: values.CORS_ORIGINS,
    },
    ...processOf(values),
    warnings: warningsOf(env),
    dicom: {
      aeTitle: values.DICOM_AE_TITLE,
      host: values.HOST,
      port: values.DICOM_PORT === 0 ? null : values.DICOM_PORT,
      associationsOfAddress: values.DICOM_ASSOCIATIONS_PER_ADDRESS,
      tls: readTls(values),
      ca: readAuthority(values.DICOM_TLS_CA),
    },
    dataFolder: path.resolve(root, values.DATA_DIR),
    bucket: values.STORAGE_URL ?? null,
    cacheBytes: cacheBytesOf(values),
    groupMayAddFiles: values.DATASETS_GROUP_ACCESS,
    webFolder: path.join(root, 'apps/web/dist'),
    modelFolders: {
      shipped: path.join(root, 'models'),
      own: values.MODELS_DIR === undefined ? undefined : path.resolve(root, values.MODELS_DIR),
    },
    databaseUrl: values.DATABASE_URL,
    databaseListenUrl: values.DATABASE_LISTEN_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    loginEnabled: values.LOGIN_ENABLED,
    allowRegistration: values.ALLOW_REGISTRATION,
    passwordRule: values.PASSWORD_RULE,
    sessionSeconds: values.SESSION_SECONDS,
    tokenRequestsPerMinute: values.TOKEN_REQUESTS_PER_MINUTE,
    identityProvider: readingFiles((read) => identityProviderOf(values, read)),
    mail: readingFiles((read) => mailSettingsOf(values, read)),
    retentionDays: values.AUDIT_RETENTION_DAYS,
    retention: retentionOf(values),
    outboundHosts: values.OUTBOUND_HOSTS,
    micsFile: values.MICS_FILE === undefined ? undefined : path.resolve(root, values.MICS_FILE),
    secretKeyFile: path.resolve(
      root,
      values.SECRET_KEY_FILE ?? path.join(values.DATA_DIR, 'secret.key'),
    ),
    backupKeyFile:
      values.BACKUP_KEY_FILE === undefined ? undefined : path.resolve(root, values.BACKUP_KEY_FILE),
    imageSource: values.IMAGE_SOURCE,
    fhir,
    siteTimeZone: values.SITE_TIME_ZONE ?? fhir.utc_offset,
    publicUrl: values.PUBLIC_URL ?? null,
    uploadBytes: values.UPLOAD_MEGABYTES * 2 ** 20,
    product: {
      name: values.PRODUCT_NAME,
      version: readVersion(),
      helpUrl: values.HELP_URL ?? null,
      securityContact: values.SECURITY_CONTACT ?? null,
      regulatory: readRegulatory(values.REGULATORY_FILE),
    },
  }
}

function cacheBytesOf({
  STORAGE_URL,
  CACHE_MEGABYTES,
}: z.output<typeof Environment>): number | null {
  const usual = STORAGE_URL === undefined ? undefined : usualCacheMegabytes
  const megabytes = CACHE_MEGABYTES ?? usual
  return megabytes === undefined ? null : megabytes * 2 ** 20
}

/** What this process does among those of the installation. */
function processOf(
  values: z.output<typeof Environment>,
): Pick<Config, 'role' | 'workerKinds' | 'drainSeconds' | 'metrics'> {
  const { METRICS_HOST: host, METRICS_PORT: port } = values
  const usual = usualDrainSeconds[values.DATABASE_URL === undefined ? 'alone' : 'ofSeveral']
  return {
    role: values.ROLE,
    workerKinds: values.WORKER_KINDS ?? null,
    drainSeconds: values.DRAIN_SECONDS ?? usual,
    metrics: port === undefined ? null : { host, port },
  }
}

/** If nobody signs in, only the check of the host name keeps other sites' pages out. */
function hostNamesOf({ HOST, PUBLIC_URL }: { HOST: string; PUBLIC_URL?: string | undefined }) {
  const own = PUBLIC_URL === undefined ? [] : [new URL(PUBLIC_URL).hostname]
  return ['localhost', HOST.toLowerCase(), ...own]
}

function warningsOf({ TRUST_PROXY }: NodeJS.ProcessEnv): string[] {
  if (TRUST_PROXY !== 'true') return []
  return [
    'TRUST_PROXY=true is taken for one proxy. Set the number of proxies or their addresses, such as TRUST_PROXY=1.',
  ]
}

function retentionOf(values: z.output<typeof Environment>): Config['retention'] {
  return {
    annotation_history: values.HISTORY_RETENTION_DAYS ?? null,
    task_log: values.TASK_LOG_RETENTION_DAYS ?? null,
  }
}
