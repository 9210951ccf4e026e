import {
  aiAsserted,
  dicomCodes,
  riskProbability,
  systems,
  tenYearRisk,
  type Band,
} from './codes.ts'
import { local, localCoding } from './code-system.ts'
import type { Description, Measured, Risk, RiskOutcome } from './description.ts'
import type { Naming } from './identity.ts'
import { bodySite, photographKey, patientOf, studyKey, takenAt } from './photograph.ts'
import { phrasesOf } from './phrases.ts'
import { withoutEmpty, type CodeableConcept, type Resource } from './resource.ts'
import { ownIdentifier, softwareKey } from './who.ts'

const statuses = { confirmed: 'final', rejected: 'entered-in-error' } as const

/** Preliminary until a clinician has reviewed it. */
export function statusOf({ review }: Description): 'preliminary' | 'final' | 'entered-in-error' {
  return review === null ? 'preliminary' : statuses[review.verdict]
}

const labelled = { meta: { security: [aiAsserted] } }

function observation(
  description: Description,
  naming: Naming,
  { kind, ...body }: { kind: string } & Record<string, unknown>,
): Resource {
  const id = naming.idOf(kind, photographKey(description))
  return withoutEmpty({
    resourceType: 'Observation',
    id,
    ...labelled,
    identifier: [ownIdentifier(id)],
    status: statusOf(description),
    category: [
      {
        coding: [{ system: systems.observationCategory, code: 'imaging', display: 'Imaging' }],
      },
    ],
    subject: patientOf(description, naming),
    effectiveDateTime: takenAt(description),
    issued: description.analysis.at,
    device: naming.referTo('software', softwareKey(description)),
    derivedFrom: [
      naming.referTo('study', studyKey(description)),
      naming.referTo('media', photographKey(description)),
    ],
    ...body,
  })
}

const notPerformed = { system: systems.dataAbsentReason, code: 'not-performed' }

export function qualityResource(description: Description, naming: Naming): Resource {
  const { grade, reasons, visibility } = description.analysis.quality
  const { grades, reasons: words } = phrasesOf(description.site.language)
  return observation(description, naming, {
    kind: 'quality',
    bodySite: bodySite(description),
    code: { coding: [dicomCodes.imageQuality] },
    valueCodeableConcept: { coding: [dicomCodes[grade]], text: grades[grade] },
    component: [
      {
        code: { coding: [dicomCodes.qualityRating] },
        ...(visibility === null
          ? { dataAbsentReason: { coding: [notPerformed] } }
          : { valueQuantity: quantity(rounded(visibility, 3), '1') }),
      },
    ],
    note: reasons.map((reason) => ({ text: words[reason] ?? reason })),
  })
}

/** The UCUM code is also the unit. */
function quantity(value: number, code: string): object {
  return { value, unit: code, system: systems.ucum, code }
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}

export function measuredResource(
  description: Description,
  { key, code, text, method, scale, components }: Measured,
  naming: Naming,
): Resource {
  const phrases = phrasesOf(description.site.language)
  const methods = [method, ...(scale === null ? [] : [phrases.scale(scale)])]
  const uncertainties = components.flatMap(({ label, amount }) =>
    'value' in amount ? [`${label} ± ${amount.uncertainty} (1 SD)`] : [],
  )
  return observation(description, naming, {
    kind: key,
    bodySite: bodySite(description),
    code: { coding: [localCoding(code)], text },
    method: { text: methods.join('; ') },
    component: components.map(({ code: concept, unit, amount }) => ({
      code: { coding: [localCoding(concept)] },
      ...('value' in amount
        ? { valueQuantity: quantity(amount.value, unit) }
        : { dataAbsentReason: absentBecause(amount.notMeasurable) }),
    })),
    note: uncertainties.length === 0 ? [] : [{ text: uncertainties.join(', ') }],
  })
}

function absentBecause(text: string): CodeableConcept {
  return { coding: [{ system: systems.dataAbsentReason, code: 'unknown' }], text }
}

export type GradedRisk = Exclude<Risk, { kind: 'none' }>

function categoryOf({ site }: Description, band: Band): CodeableConcept {
  return { coding: [local(band)], text: phrasesOf(site.language).bands[band] }
}

function outcomeOf({ site }: Description, { outcome, event }: RiskOutcome): CodeableConcept {
  const { outcomes } = phrasesOf(site.language)
  const text = outcome === 'cardiovascular-event' ? event : outcomes[outcome]
  return { coding: [local(outcome)], text }
}

/** A calibrated probability, or the relative hazard of each outcome with its band. */
export function riskResource(description: Description, risk: GradedRisk, naming: Naming): Resource {
  if (risk.kind === 'ten-year') {
    return observation(description, naming, {
      kind: 'risk',
      code: { coding: [{ system: systems.loinc, code: tenYearRisk }], text: risk.event },
      valueQuantity: quantity(risk.percent, '%'),
      interpretation: [categoryOf(description, risk.band)],
    })
  }
  return observation(description, naming, {
    kind: 'risk',
    code: { coding: [local('cardiovascular-risk')] },
    component: risk.outcomes.map((outcome) => ({
      code: outcomeOf(description, outcome),
      ...bandIn(description, outcome),
    })),
    note: risk.outcomes.map(({ basis }) => ({ text: basis })),
  })
}

/** The band interprets a hazard; for a model without one, the band is the value. */
function bandIn(description: Description, { band, hazard }: RiskOutcome): object {
  const category = categoryOf(description, band)
  if (hazard === null) return { valueCodeableConcept: category }
  return { valueQuantity: quantity(hazard, '1'), interpretation: [category] }
}

export function riskAssessmentResource(
  description: Description,
  risk: GradedRisk,
  naming: Naming,
): Resource {
  const id = naming.idOf('assessment', photographKey(description))
  const { name, version } = description.software
  const predictions =
    risk.kind === 'ten-year'
      ? [tenYearPrediction(risk)]
      : risk.outcomes.map((outcome) => ({
          outcome: outcomeOf(description, outcome),
          relativeRisk: outcome.hazard ?? undefined,
          rationale: outcome.basis,
        }))
  return withoutEmpty({
    resourceType: 'RiskAssessment',
    id,
    ...labelled,
    identifier: [ownIdentifier(id)],
    status: statusOf(description),
    method: { text: `${name} ${version}` },
    subject: patientOf(description, naming),
    occurrenceDateTime: description.analysis.at,
    performer: naming.referTo('software', softwareKey(description)),
    basis: [naming.referTo('risk', photographKey(description))],
    prediction: predictions,
  })
}

/** UCUM's 'a' is a year. */
function tenYearPrediction({ event, percent, band }: Extract<Risk, { kind: 'ten-year' }>): object {
  return {
    outcome: { coding: [local('cardiovascular-event')], text: event },
    probabilityDecimal: percent,
    qualitativeRisk: { coding: [riskProbability[band]] },
    whenRange: { low: quantity(0, 'a'), high: quantity(10, 'a') },
  }
}
