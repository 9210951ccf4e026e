import { aiAsserted, concept, snomed, systems } from './codes.ts'
import type { Description } from './description.ts'
import type { Naming } from './identity.ts'
import { photographKey, orderOf, patientOf, studyKey, takenAt } from './photograph.ts'
import { conclusionOf, phrasesOf } from './phrases.ts'
import { withoutEmpty, type Reference, type Resource } from './resource.ts'
import { statusOf } from './results.ts'
import { statementReferences } from './statements.ts'
import { krProfile, narrative, ownIdentifier, softwareKey } from './who.ts'

/** LOINC: a retinal eye screening report. */
const screeningReport = { system: systems.loinc, code: '103592-2' }

function clinicianOf({ review }: Description, { referTo }: Naming): Reference[] {
  return review === null ? [] : [referTo('practitioner', review.username)]
}

export function reportResource(
  description: Description,
  kinds: readonly string[],
  naming: Naming,
): Resource {
  const { analysis, site } = description
  const key = photographKey(description)
  const id = naming.idOf('report', key)
  const conclusion = conclusionOf(description)
  const imaging = {
    coding: [{ system: systems.diagnosticSection, code: 'IMG', display: 'Diagnostic Imaging' }],
  }
  const ophthalmology = { coding: [snomed.ophthalmology] }
  const { meta: profiles } = krProfile(description, 'diagnosticreport-diagnostic-imaging')
  return withoutEmpty({
    resourceType: 'DiagnosticReport',
    id,
    meta: { ...profiles, security: [aiAsserted] },
    text: narrative(conclusion),
    identifier: [ownIdentifier(id)],
    basedOn: orderOf(description, naming),
    status: statusOf(description),
    category: site.usesSnomed ? [imaging, ophthalmology] : [imaging],
    code: concept(
      site.usesSnomed,
      [screeningReport, site.krCore?.procedure ?? undefined],
      phrasesOf(site.language).report,
    ),
    subject: patientOf(description, naming),
    effectiveDateTime: takenAt(description),
    issued: analysis.at,
    performer: [naming.referTo('organisation', 'site')],
    resultsInterpreter: clinicianOf(description, naming),
    result: [
      ...kinds.map((kind) => naming.referTo(kind, key)),
      ...statementReferences(description, naming),
    ],
    imagingStudy: [naming.referTo('study', studyKey(description))],
    media: [{ link: naming.referTo('media', photographKey(description)) }],
    conclusion,
    presentedForm: presentedForm(description),
  })
}

function presentedForm({ printed, site }: Description): object[] {
  if (printed === null) return []
  return [
    {
      contentType: 'application/pdf',
      language: site.language,
      data: printed.content,
      size: printed.size,
      hash: printed.sha1,
      title: phrasesOf(site.language).report,
      creation: printed.at,
    },
  ]
}

function agent(code: string, display: string, who: Reference): object {
  return { type: { coding: [{ system: systems.participant, code, display }] }, who }
}

/**
 * The software that made the results from the photograph, and the people who have verified them.
 */
export function provenanceResource(
  description: Description,
  targets: readonly Reference[],
  naming: Naming,
): Resource {
  const software = naming.referTo('software', softwareKey(description))
  return {
    resourceType: 'Provenance',
    id: naming.idOf('provenance', photographKey(description)),
    target: targets,
    recorded: description.review?.at ?? description.analysis.at,
    agent: [
      agent('author', 'Author', software),
      ...clinicianOf(description, naming).map((who) => agent('verifier', 'Verifier', who)),
    ],
    entity: [{ role: 'source', what: naming.referTo('media', photographKey(description)) }],
  }
}

/** @param message the UUID of the message itself, different for each */
export function messageHeader(description: Description, message: string, naming: Naming): Resource {
  const { site, software } = description
  return withoutEmpty({
    resourceType: 'MessageHeader',
    id: message,
    eventCoding: { system: systems.local, code: 'analysis-result' },
    sender: naming.referTo('organisation', 'site'),
    source: {
      name: software.name,
      software: software.name,
      version: software.version,
      endpoint: site.endpoint,
    },
    responsible: naming.referTo('organisation', 'site'),
    focus: [naming.referTo('report', photographKey(description))],
  })
}

export function referencesTo(resources: readonly Resource[]): Reference[] {
  return resources.map(({ id = '' }) => ({ reference: `urn:uuid:${id}` }))
}
