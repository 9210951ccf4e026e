import { isoSeconds } from '#clock/clock-time'

import { concept, modalityCoding, snomed, systems } from './codes.ts'
import type { Description, Order, StudyInstance } from './description.ts'
import type { Naming } from './identity.ts'
import { phrasesOf } from './phrases.ts'
import { withoutEmpty, type CodeableConcept, type Reference, type Resource } from './resource.ts'
import { cameraKey, krProfile, patientKey } from './who.ts'

const identifierType = (code: string, display: string): object => ({
  type: { coding: [{ system: systems.identifierType, code, display }] },
})

/** When the photograph was taken: only the day if the offset of the device's clock is unknown. */
export function takenAt({ photograph }: Description): string | undefined {
  const { takenAt: at, studyDay } = photograph
  if (at === null) return studyDay ?? undefined
  return at.offset === null ? at.day : isoSeconds(at)
}

/** The eye, if it was stated. */
export function bodySite({ photograph, site }: Description): CodeableConcept | undefined {
  const { eye } = photograph
  if (eye === null) return undefined
  const coding = eye === 'right' ? snomed.rightEye : snomed.leftEye
  return concept(site.usesSnomed, [coding], phrasesOf(site.language).eyes[eye])
}

function cameraOf({ photograph: { camera } }: Description, { referTo }: Naming) {
  return camera === null ? undefined : referTo('camera', cameraKey(camera))
}

export function patientOf(description: Description, { referTo }: Naming): Reference {
  return referTo('patient', patientKey(description))
}

/** Orders are numbered by the hospital, as patients are: never one for two patients. */
function orderKey(description: Description, { number }: Order): string {
  return JSON.stringify([patientKey(description), number])
}

export function orderOf(description: Description, { referTo }: Naming): Reference[] {
  const { order } = description
  return order === null ? [] : [referTo('order', orderKey(description, order))]
}

export function orderResource(description: Description, order: Order, naming: Naming): Resource {
  const { site } = description
  const procedure = site.krCore?.procedure ?? undefined
  const id = naming.idOf('order', orderKey(description, order))
  return withoutEmpty({
    resourceType: 'ServiceRequest',
    id,
    identifier: [
      withoutEmpty({
        ...identifierType('PLAC', 'Placer Identifier'),
        system: site.orderSystem ?? undefined,
        value: order.number,
      }),
    ],
    status: 'active',
    intent: 'order',
    code: concept(
      site.usesSnomed,
      [snomed.fundusPhotography, procedure],
      'Ocular fundus photography',
    ),
    subject: patientOf(description, naming),
    requester: order.department === '' ? undefined : naming.referTo('department', order.department),
  })
}

/** The study as a whole: of one patient, with the images of one dataset. */
export function studyKey(description: Description): string {
  const { photograph, study } = description
  return JSON.stringify([study.scope, photograph.uids.study, patientKey(description)])
}

/**
 * Ids of the photograph's Media and its results, one of each kind, which a later analysis replaces.
 * Those sent for another patient stay that patient's, entered in error.
 */
export function photographKey(description: Description): string {
  const { instance } = description.photograph.uids
  return description.wasOthers ? JSON.stringify([instance, patientKey(description)]) : instance
}

/** One for each study, whichever of its photographs the message is about. */
export function imagingStudyResource(description: Description, naming: Naming): Resource {
  const { photograph, study, site } = description
  const { accessionNumber, instances } = study
  const camera = cameraOf(description, naming)
  const procedure = site.krCore?.procedure ?? undefined
  const series = [...Map.groupBy(instances, ({ series: uid }) => uid).values()]
  const modalities = [...new Set(instances.map(({ modality }) => modality))].toSorted()
  const accession = { ...identifierType('ACSN', 'Accession ID'), value: accessionNumber }
  return withoutEmpty({
    resourceType: 'ImagingStudy',
    id: naming.idOf('study', studyKey(description)),
    ...krProfile(description, 'imagingstudy'),
    identifier: [
      { system: systems.dicomUid, value: `urn:oid:${photograph.uids.study}` },
      ...(accessionNumber === '' ? [] : [accession]),
    ],
    status: 'available',
    modality: modalities.map(modalityCoding),
    subject: patientOf(description, naming),
    started: takenAt(description),
    basedOn: orderOf(description, naming),
    endpoint: site.dicomWeb === null ? [] : [naming.referTo('endpoint', study.scope)],
    numberOfSeries: series.length,
    numberOfInstances: instances.length,
    procedureCode: [
      concept(site.usesSnomed, [snomed.fundusPhotography, procedure], 'Ocular fundus photography'),
    ],
    series: series.map((members) => {
      const hasPhotograph = members.some(({ instance }) => instance === photograph.uids.instance)
      return seriesElement(members, { site, camera: hasPhotograph ? camera : undefined })
    }),
  })
}

function seriesElement(
  instances: readonly StudyInstance[],
  { site, camera }: { site: Description['site']; camera: Reference | undefined },
): object {
  const [first] = instances
  const eyes = new Set(instances.map(({ eye }) => eye))
  const eye = eyes.size === 1 ? first?.eye : null
  const laterality = eye === 'right' ? snomed.right : eye === 'left' ? snomed.left : undefined
  return withoutEmpty({
    uid: first?.series,
    modality: modalityCoding(first?.modality ?? ''),
    numberOfInstances: instances.length,
    laterality: site.usesSnomed ? laterality : undefined,
    performer: camera === undefined ? [] : [{ actor: camera }],
    instance: instances.map(({ instance: uid, sopClass }) => ({
      uid,
      sopClass: { system: systems.uri, code: `urn:oid:${sopClass}` },
    })),
  })
}

/** A description of the photograph, with its digest and without its pixels. */
export function mediaResource(description: Description, naming: Naming): Resource {
  const { photograph } = description
  const id = naming.idOf('media', photographKey(description))
  return withoutEmpty({
    resourceType: 'Media',
    id,
    identifier: [{ system: systems.dicomUid, value: `urn:oid:${photograph.uids.instance}` }],
    status: 'completed',
    type: { coding: [{ system: systems.mediaType, code: 'image', display: 'Image' }] },
    modality: { coding: [modalityCoding(photograph.modality)] },
    subject: patientOf(description, naming),
    createdDateTime: takenAt(description),
    bodySite: bodySite(description),
    device: cameraOf(description, naming),
    height: photograph.height,
    width: photograph.width,
    content: withoutEmpty({
      contentType: photograph.mediaType,
      size: photograph.size,
      hash: photograph.sha1 ?? undefined,
      title: `image ${photograph.id}`,
    }),
  })
}
