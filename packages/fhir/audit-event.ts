import { systems } from './codes.ts'
import { namingOf } from './identity.ts'
import { withoutEmpty, type Entry, type Resource } from './resource.ts'

/** One line of an audit trail. */
export interface AuditedAccess {
  readonly id: number
  /** With its zone. */
  readonly at: string
  readonly username: string
  /** From which the call came; '' where it came from nowhere. */
  readonly address: string
  /** The name of the call, and what it does (a letter of `audit-event-action`). */
  readonly action: string
  readonly does: 'C' | 'R' | 'U' | 'D' | 'E'
  /** What it was about: such as 'image' and 7. */
  readonly objectType: string
  readonly objectId: number | null
  readonly datasetId: number | null
  /** The HTTP status of the answer. */
  readonly outcome: number
  readonly detail: Readonly<Record<string, unknown>>
  /** The digest that chains it to the line before, in hexadecimal; null where it is not sealed. */
  readonly seal: string | null
}

/** Where the trail was written. */
export interface AuditSource {
  /** The UUID of the installation. */
  readonly site: string
  readonly software: string
}

const eventTypes = 'http://terminology.hl7.org/CodeSystem/audit-event-type'
const sourceTypes = 'http://terminology.hl7.org/CodeSystem/security-source-type'
/** Of network access points: an address of the Internet protocol. */
const ipAddress = '2'

/** DICOM's code for signing in; everything else is a call of HTTP. */
function typeOf({ action }: AuditedAccess): object {
  return action === 'login' || action === 'logout'
    ? { system: systems.dicom, code: '110114', display: 'User Authentication' }
    : { system: eventTypes, code: 'rest', display: 'RESTful Operation' }
}

/** Codes of `audit-event-outcome`: success, a refusal, a failure of ours. */
function outcomeOf({ outcome }: AuditedAccess): string {
  if (outcome < 400) return '0'
  return outcome < 500 ? '4' : '8'
}

/** A line of an audit trail as FHIR R4 writes it (AuditEvent), to stand in a bundle. */
export function auditEntry(access: AuditedAccess, { site, software }: AuditSource): Entry {
  const { idOf } = namingOf(site)
  const id = idOf('audit event', String(access.id))
  const name = access.username.trim() || 'anonymous'
  const { address } = access
  const network = address === '' ? {} : { network: { address, type: ipAddress } }
  const resource: Resource = {
    resourceType: 'AuditEvent',
    id,
    type: typeOf(access),
    subtype: [{ code: access.action, display: access.action }],
    action: access.does,
    recorded: access.at,
    outcome: outcomeOf(access),
    outcomeDesc: `HTTP ${access.outcome}`,
    agent: [{ altId: name, name, requestor: true, ...network }],
    source: {
      observer: {
        identifier: { system: systems.uri, value: `urn:uuid:${site}` },
        display: software,
      },
      type: [{ system: sourceTypes, code: '4', display: 'Application Server' }],
    },
    entity: entitiesOf(access),
  }
  return { fullUrl: `urn:uuid:${id}`, resource: withoutEmpty(resource) }
}

function entitiesOf(access: AuditedAccess): object[] {
  const { objectType, objectId, datasetId, detail, seal } = access
  const told = Object.keys(detail).length === 0 ? [] : [said('detail', JSON.stringify(detail))]
  const sealed = seal === null ? [] : [said('seal', seal)]
  const about = withoutEmpty({
    what: { identifier: { value: [objectType || 'none', objectId ?? ''].join('/') } },
    detail: [...told, ...sealed],
  })
  const isInDataset = datasetId !== null && objectType !== 'dataset'
  const dataset = { what: { identifier: { value: `dataset/${datasetId ?? ''}` } } }
  return isInDataset ? [about, dataset] : [about]
}

function said(type: string, valueString: string): object {
  return { type, valueString }
}
