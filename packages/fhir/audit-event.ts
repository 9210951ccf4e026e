import { systems } from './codes.ts'
import { namingOf, type Sha1 } from './identity.ts'
import { withoutEmpty, type Coding, type Entry, type Resource } from './resource.ts'

/** One line of an audit trail. */
export interface AuditedAccess {
  readonly id: number
  /** With its zone. */
  readonly at: string
  readonly username: string
  /** Address of the caller; '' if there is none. */
  readonly address: string
  /** The name of the call, and its kind (a code of `audit-event-action`). */
  readonly action: string
  /** Its English name. */
  readonly actionName: string
  readonly does: 'C' | 'R' | 'U' | 'D' | 'E'
  /** The object of the call, such as 'image' and 7. */
  readonly objectType: string
  readonly objectId: number | null
  readonly datasetId: number | null
  /** The HTTP status of the answer. */
  readonly outcome: number
  readonly detail: Readonly<Record<string, unknown>>
  /** The digest that chains it to the previous line, in hexadecimal; null if it is not sealed. */
  readonly seal: string | null
}

/** The system that wrote the trail. */
export interface AuditSource {
  /** The UUID of the installation. */
  readonly site: string
  readonly software: string
  readonly sha1: Sha1
}

const eventTypes = 'http://terminology.hl7.org/CodeSystem/audit-event-type'
const sourceTypes = 'http://terminology.hl7.org/CodeSystem/security-source-type'
/** Type of a network access point: an IP address. */
const ipAddress = '2'

function dicom(code: string, display: string): Coding {
  return { system: systems.dicom, code, display }
}

const authentication = dicom('110114', 'User Authentication')
const alert = dicom('110113', 'Security Alert')
const login = dicom('110122', 'Login')
const logout = dicom('110123', 'Logout')
const attributesChanged = dicom('110137', 'User Security Attributes Changed')
const auditLogUsed = dicom('110101', 'Audit Log Used')

/** DICOM's codes (PS3.15 A.5, PS3.16 CID 400 and 401); everything else is a call of HTTP. */
const dicomEvents: Readonly<Record<string, { type: Coding; subtype?: Coding }>> = {
  login: { type: authentication, subtype: login },
  logout: { type: authentication, subtype: logout },
  logoutByGet: { type: authentication, subtype: logout },
  finishSingleSignOn: { type: authentication, subtype: login },
  endProviderSession: { type: authentication, subtype: logout },
  confirmationRefused: { type: authentication, subtype: logout },
  sessionExpired: { type: authentication, subtype: logout },
  register: { type: alert, subtype: attributesChanged },
  changePassword: { type: alert, subtype: attributesChanged },
  createAccessToken: { type: alert, subtype: attributesChanged },
  deleteAccessToken: { type: alert, subtype: attributesChanged },
  createUser: { type: alert, subtype: attributesChanged },
  updateUser: { type: alert, subtype: attributesChanged },
  deleteUser: { type: alert, subtype: attributesChanged },
  setSubscription: { type: alert, subtype: attributesChanged },
  listAudit: { type: auditLogUsed },
  exportAudit: { type: auditLogUsed },
  exportAuditFhir: { type: auditLogUsed },
  verifyAudit: { type: auditLogUsed },
}

const rest: Coding = { system: eventTypes, code: 'rest', display: 'RESTful Operation' }

function kindOf({ action, actionName }: AuditedAccess): { type: Coding; subtype: Coding[] } {
  const { type = rest, subtype } = dicomEvents[action] ?? {}
  const own: Coding = { code: action, display: actionName }
  return { type, subtype: subtype === undefined ? [own] : [subtype, own] }
}

/** Codes of `audit-event-outcome`: success, a refusal, a failure of ours. */
function outcomeOf({ outcome }: AuditedAccess): string {
  if (outcome < 400) return '0'
  return outcome < 500 ? '4' : '8'
}

/** A line of an audit trail as an FHIR R4 AuditEvent, for a bundle. */
export function auditEntry(access: AuditedAccess, { site, software, sha1 }: AuditSource): Entry {
  const { idOf } = namingOf(site, sha1)
  const id = idOf('audit event', String(access.id))
  const name = access.username.trim() || 'anonymous'
  const { address } = access
  const network = address === '' ? {} : { network: { address, type: ipAddress } }
  const resource: Resource = {
    resourceType: 'AuditEvent',
    id,
    ...kindOf(access),
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
