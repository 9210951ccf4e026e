import { concept, dataAbsentReason, dicomCodes, snomed, systems, testData } from './codes.ts'
import type { Description, Patient, Photograph } from './description.ts'
import type { Naming } from './identity.ts'
import { phrasesOf } from './phrases.ts'
import { withoutEmpty, type Resource } from './resource.ts'

type Camera = NonNullable<Photograph['camera']>

/** The profile of the Korean core that a resource claims. */
export function krProfile({ site }: Description, name: string): { meta?: object } {
  if (site.krCore === null) return {}
  const base = 'http://www.hl7korea.or.kr/fhir/krcore/StructureDefinition'
  return { meta: { profile: [`${base}/krcore-${name}`] } }
}

/** The identifier that every resource has: its own id, unique everywhere. */
export function ownIdentifier(id: string): object {
  return { system: systems.uri, value: `urn:uuid:${id}` }
}

/** Narrative of one paragraph (FHIR R4, 2.4). */
export function narrative(text: string): object {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return {
    status: 'generated',
    div: `<div xmlns="http://www.w3.org/1999/xhtml"><p>${escaped}</p></div>`,
  }
}

/** The key of a patient; one without a number is a separate person for each photograph. */
export function patientKey({ patient, photograph }: Description): string {
  return patient.id === '' ? `image ${photograph.id}` : `number ${patient.id}`
}

export function patientResource(description: Description, { idOf }: Naming): Resource {
  const { patient, site } = description
  const id = idOf('patient', patientKey(description))
  const type = {
    coding: [{ system: systems.identifierType, code: 'MR', display: 'Medical record number' }],
  }
  const number = withoutEmpty({
    use: 'usual',
    type,
    system: site.patientSystem ?? undefined,
    value: patient.id,
  })
  const unknownDay = {
    _birthDate: { extension: [{ url: dataAbsentReason, valueCode: 'unknown' }] },
  }
  return withoutEmpty({
    resourceType: 'Patient',
    id,
    ...patientMeta(description),
    text: narrative([patient.name, patient.id].filter(Boolean).join(', ') || '-'),
    identifier: patient.id === '' ? [ownIdentifier(id)] : [number],
    name: humanNames(patient),
    gender: patient.sex ?? 'unknown',
    birthDate: patient.birthDate ?? undefined,
    ...(patient.birthDate === null && site.krCore !== null ? unknownDay : {}),
  })
}

function patientMeta(description: Description): { meta?: object } {
  const profiled = krProfile(description, 'patient')
  if (description.patient.isMadeUp !== true) return profiled
  return { meta: { ...profiled.meta, security: [testData] } }
}

/** The extension for the writing of a name (ISO 21090). */
const nameWriting = 'http://hl7.org/fhir/StructureDefinition/iso21090-EN-representation'

function humanNames({ name, names }: Patient): object[] {
  if (names.length === 0) return name === '' ? [] : [{ use: 'official', text: name }]
  return names.map(({ writing, family, given, prefix, suffix }) => {
    const parts = [prefix, ...given, family, suffix].filter((part) => part !== '')
    return withoutEmpty({
      extension: [{ url: nameWriting, valueCode: writing }],
      use: 'official',
      // East Asian names are written as one word, the family's first.
      text: writing === 'ABC' ? parts.join(' ') : [family, ...given].join(''),
      family,
      given,
      prefix: prefix === '' ? [] : [prefix],
      suffix: suffix === '' ? [] : [suffix],
    })
  })
}

/** The dataset's DICOMweb service, from which the images of its studies can be retrieved. */
export function endpointResource(
  { study, site }: Description,
  address: string,
  { idOf, referTo }: Naming,
): Resource {
  const id = idOf('endpoint', study.scope)
  return withoutEmpty({
    resourceType: 'Endpoint',
    id,
    identifier: [ownIdentifier(id)],
    status: 'active',
    connectionType: { system: systems.endpointConnection, code: 'dicom-wado-rs' },
    name: site.organisation ?? undefined,
    managingOrganization: referTo('organisation', 'site'),
    payloadType: [{ text: 'DICOM' }],
    payloadMimeType: ['application/dicom'],
    address,
  })
}

export function organisationResource(description: Description, { idOf }: Naming): Resource {
  const id = idOf('organisation', 'site')
  return withoutEmpty({
    resourceType: 'Organization',
    id,
    ...krProfile(description, 'organization'),
    identifier: [ownIdentifier(id)],
    name: description.site.organisation ?? undefined,
  })
}

/** The department that ordered the photograph. */
export function departmentResource(name: string, { idOf, referTo }: Naming): Resource {
  const id = idOf('department', name)
  return {
    resourceType: 'Organization',
    id,
    identifier: [ownIdentifier(id)],
    name,
    partOf: referTo('organisation', 'site'),
  }
}

/** A user with an account. */
export interface Person {
  readonly username: string
  readonly name: string
}

export function practitionerResource({ username, name }: Person, { idOf }: Naming): Resource {
  const id = idOf('practitioner', username)
  return {
    resourceType: 'Practitioner',
    id,
    identifier: [ownIdentifier(id)],
    name: [{ text: name }],
  }
}

export function softwareKey({ software, analysis }: Description): string {
  return JSON.stringify([software.name, software.version, analysis.algorithms])
}

/** The analysis as a device, with the operator's medical-device information. */
export function softwareResource(description: Description, { idOf }: Naming): Resource {
  const { software, analysis, site } = description
  const id = idOf('software', softwareKey(description))
  const versions = analysis.algorithms.map(({ name, version }) => ({
    type: { coding: [dicomCodes.algorithmVersion] },
    component: { type: { coding: [dicomCodes.algorithmName] }, value: name },
    value: version,
  }))
  const names = [{ name: software.name, type: 'manufacturer-name' }]
  const { itemName, licenceNumber, udiDi } = software
  const licence = { type: { text: 'Licence number' }, value: licenceNumber }
  return withoutEmpty({
    resourceType: 'Device',
    id,
    identifier: [ownIdentifier(id), ...(licenceNumber === null ? [] : [licence])],
    udiCarrier: udiDi === null ? [] : [{ deviceIdentifier: udiDi }],
    status: 'active',
    manufacturer: software.manufacturer ?? undefined,
    deviceName: itemName === null ? names : [...names, { name: itemName, type: 'other' }],
    modelNumber: software.model ?? undefined,
    type: concept(site.usesSnomed, [snomed.software], phrasesOf(site.language).software),
    version: [{ value: software.version }, ...versions],
    url: software.instructionsUrl ?? undefined,
  })
}

export function cameraKey({ manufacturer, model, serial }: Camera): string {
  return JSON.stringify([manufacturer, model, serial])
}

export function cameraResource(
  description: Description,
  camera: Camera,
  { idOf }: Naming,
): Resource {
  const id = idOf('camera', cameraKey(camera))
  return withoutEmpty({
    resourceType: 'Device',
    id,
    identifier: [ownIdentifier(id)],
    status: 'active',
    manufacturer: camera.manufacturer,
    serialNumber: camera.serial,
    modelNumber: camera.model,
    type: concept(description.site.usesSnomed, [snomed.fundusCamera], 'Fundus camera'),
  })
}
