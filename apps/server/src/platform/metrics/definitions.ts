/** A metric in Prometheus' terms (https://prometheus.io/docs/practices/naming/). */
export interface Definition {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly name: string
  readonly help: string
  readonly labels: readonly string[]
  /** Upper bounds of a histogram, in the unit of its name. */
  readonly buckets?: readonly number[]
}

/** Every metric of the product; those of Node.js and the process come from prom-client. */
export const definitions = {
  build: {
    type: 'gauge',
    name: 'fovea_build_info',
    help: 'Always 1; version and role of the process.',
    labels: ['version', 'role'],
  },
  requests: {
    type: 'histogram',
    name: 'fovea_http_request_duration_seconds',
    help: 'Requests by the template of their route and the status of the answer, without live streams.',
    labels: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  },
  streams: {
    type: 'gauge',
    name: 'fovea_live_streams',
    help: 'Open live streams of this process.',
    labels: [],
  },
  jobRuns: {
    type: 'histogram',
    name: 'fovea_job_duration_seconds',
    help: 'Runs of jobs by this process, by kind and result.',
    labels: ['kind', 'result'],
    buckets: [0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800, 7200],
  },
  jobs: {
    type: 'gauge',
    name: 'fovea_jobs',
    help: 'Jobs of the installation that are queued or running, by kind.',
    labels: ['kind', 'state'],
  },
  oldestJob: {
    type: 'gauge',
    name: 'fovea_job_oldest_queued_seconds',
    help: 'Age of the oldest queued job of the installation, by kind.',
    labels: ['kind'],
  },
  outbox: {
    type: 'gauge',
    name: 'fovea_outbox_messages',
    help: 'Messages to other systems of the installation that wait or were given up, by kind.',
    labels: ['kind', 'state'],
  },
  oldestMessage: {
    type: 'gauge',
    name: 'fovea_outbox_oldest_waiting_seconds',
    help: 'Age of the oldest waiting message of the installation, by kind.',
    labels: ['kind'],
  },
  dicomObjects: {
    type: 'counter',
    name: 'fovea_dicom_objects_total',
    help: 'Objects that stations sent to this process, received or refused.',
    labels: ['result'],
  },
  dicomRejections: {
    type: 'counter',
    name: 'fovea_dicom_rejected_associations_total',
    help: 'Associations that this process rejected, by reason.',
    labels: ['reason'],
  },
  dicomWaiting: {
    type: 'gauge',
    name: 'fovea_dicom_waiting_objects',
    help: 'Received objects of the installation that are not in a dataset yet.',
    labels: [],
  },
  databaseUp: {
    type: 'gauge',
    name: 'fovea_database_up',
    help: '1 if the database answered this scrape in time, else 0; then the metrics of the installation are missing.',
    labels: [],
  },
  connections: {
    type: 'gauge',
    name: 'fovea_database_connections',
    help: 'Connections in the pool of this process, by state.',
    labels: ['state'],
  },
  waitingForConnection: {
    type: 'gauge',
    name: 'fovea_database_waiting_requests',
    help: 'Queries of this process that wait for a connection of the pool.',
    labels: [],
  },
  cache: {
    type: 'counter',
    name: 'fovea_cache_requests_total',
    help: 'Pictures for browsers, found in the cache (hit) or made (miss).',
    labels: ['cache', 'result'],
  },
  storageErrors: {
    type: 'counter',
    name: 'fovea_storage_errors_total',
    help: 'Operations of the file store that failed, other than for files that do not exist.',
    labels: ['operation'],
  },
} as const satisfies Record<string, Definition>
