import { expect, test } from 'vitest'

import { builtInFields } from './built-in.ts'
import type { Field } from './field.ts'
import { aredsSimplified } from './forms/areds-simplified.ts'
import { glaucomaSuspect } from './forms/glaucoma-suspect.ts'
import { imageQuality } from './forms/image-quality.ts'
import { nhsScreening } from './forms/nhs-screening.ts'
import { isShown, withComputed } from './rules.ts'
import type { FieldValues } from './value.ts'

/** The tables of truth are written from the published texts, without the forms' own rules. */

function subsetsOf(fields: readonly Field[], key: string): string[][] {
  const field = fields.find((each) => each.key === key)
  const options = field !== undefined && 'options' in field ? field.options : []
  return Array.from({ length: 2 ** options.length }, (_, bits) =>
    options.filter((_option, place) => (bits & (2 ** place)) > 0).map(({ value }) => value),
  )
}

const chosen = (key: string, values: readonly string[]): FieldValues =>
  values.length === 0 ? {} : { [key]: values }

test('the retinopathy level of the NHS follows for every combination of features', () => {
  const all = subsetsOf(nhsScreening, 'nhs_retina')
  expect(all).toHaveLength(2 ** 11)
  for (const features of all) {
    const has = (...names: string[]) => names.some((name) => features.includes(name))
    // Table A1. Exudates and cotton wool spots need another feature beside them.
    const level = has('new_vessels', 'preretinal_haemorrhage', 'fibrosis', 'advanced')
      ? 'R3'
      : has('venous_beading', 'irma', 'blots')
        ? 'R2'
        : has('ma_haemorrhage', 'venous_loop')
          ? 'R1'
          : features.length > 0
            ? 'R0'
            : undefined
    const values = { nhs_features: true, ...chosen('nhs_retina', features) }
    expect([features, withComputed(nhsScreening, values)['nhs_r']]).toEqual([features, level])
  }
})

test('the maculopathy level of the NHS follows for every combination of features and acuity', () => {
  const all = subsetsOf(nhsScreening, 'nhs_macula').flatMap((features) =>
    ['6_9', '6_12', null].map((acuity) => ({ features, acuity })),
  )
  expect(all).toHaveLength(96)
  for (const { features, acuity } of all) {
    const has = (...names: string[]) => names.some((name) => features.includes(name))
    const values: FieldValues = {
      nhs_features: true,
      ...chosen('nhs_macula', features),
      ...(acuity !== null && { nhs_acuity: acuity }),
    }
    expect(withComputed(nhsScreening, values)['nhs_m'], `${features.join()} ${acuity}`).toBe(
      maculopathy(has, acuity),
    )
  }
})

/** Table A2: undefined if the level depends on an acuity that is not known. */
function maculopathy(has: (...names: string[]) => boolean, acuity: string | null) {
  if (has('exudate_near', 'exudate_group', 'thickening')) return 'M1'
  if (!has('red_near', 'red_macula')) return undefined
  if (acuity === null) return undefined
  if (acuity === '6_9') return 'MNR'
  return has('red_near') ? 'M1' : 'M0'
}

test('features of one part alone leave the other without retinopathy or maculopathy', () => {
  const macula = { nhs_features: true, nhs_macula: ['thickening'] }
  expect(withComputed(nhsScreening, macula)).toMatchObject({ nhs_r: 'R0', nhs_m: 'M1' })
  const retina = { nhs_features: true, nhs_retina: ['irma'] }
  expect(withComputed(nhsScreening, retina)).toMatchObject({ nhs_r: 'R2', nhs_m: 'M0' })
})

test('an eye without features has no retinopathy, and one that cannot be told has no level', () => {
  expect(withComputed(nhsScreening, { nhs_features: false })).toMatchObject({
    nhs_r: 'R0',
    nhs_m: 'M0',
  })
  const open = withComputed(nhsScreening, { nhs_features: { cannotTell: true } })
  expect([open['nhs_r'], open['nhs_m']]).toEqual([undefined, undefined])
})

const eyesOfAreds = ['advanced', 'none', 'intermediate', 'large'].flatMap((drusen) =>
  [false, true].map((pigment) => ({ drusen, pigment })),
)
type AredsEye = (typeof eyesOfAreds)[number]

const factorsOf = ({ drusen, pigment }: AredsEye): number =>
  drusen === 'advanced' ? 2 : Number(drusen === 'large') + Number(pigment)

function aredsAnswers(right: AredsEye, left: AredsEye): FieldValues {
  const values: Record<string, string | boolean> = { areds_signs: true }
  for (const [side, { drusen, pigment }] of Object.entries({ right, left })) {
    values[`areds_advanced_${side}`] = drusen === 'advanced'
    if (drusen === 'advanced') continue
    values[`areds_drusen_${side}`] = drusen
    values[`areds_pigment_${side}`] = pigment
  }
  return values
}

test('the simplified AREDS scale follows for every pair of eyes', () => {
  const risks = ['0.5', '3', '12', '25', '50']
  for (const right of eyesOfAreds) {
    for (const left of eyesOfAreds) {
      const isBoth = right.drusen === 'intermediate' && left.drusen === 'intermediate'
      const sum = factorsOf(right) + factorsOf(left) + Number(isBoth)
      const found = withComputed(aredsSimplified, aredsAnswers(right, left))
      expect(found['areds_sum']).toBe(sum)
      const isNoneLeft = right.drusen === 'advanced' && left.drusen === 'advanced'
      expect(found['areds_risk']).toBe(isNoneLeft ? undefined : risks[sum])
    }
  }
})

test('eyes without signs have no risk factor, and unanswered ones no sum', () => {
  expect(withComputed(aredsSimplified, { areds_signs: false })).toMatchObject({
    areds_sum: 0,
    areds_risk: '0.5',
  })
  for (const values of [{ areds_signs: true }, {}]) {
    const found = withComputed(aredsSimplified, values)
    expect([found['areds_sum'], found['areds_intermediate']]).toEqual([undefined, undefined])
  }
})

test('a photograph is accepted unless definition, field or fovea rejects it', () => {
  for (const definition of ['good', 'moderate', 'poor']) {
    for (const field of ['full', 'three_quarters', 'half', 'less']) {
      for (const fovea of [true, false]) {
        const isRejected = definition === 'poor' || ['half', 'less'].includes(field) || !fovea
        const values = {
          quality_definition: definition,
          quality_field: field,
          quality_fovea: fovea,
        }
        expect(withComputed(imageQuality, values)['quality_accepted']).toBe(!isRejected)
      }
    }
  }
  expect(withComputed(imageQuality, {})['quality_accepted']).toBeUndefined()
})

test('a glaucoma suspect follows for every ratio, difference, haemorrhage and explanation', () => {
  for (const ratio of [0, 0.69, 0.7, 0.74, 0.75, 1]) {
    for (const difference of [null, 0, 0.09, 0.1, 0.19, 0.2]) {
      for (const haemorrhage of [true, false]) {
        for (const explained of [true, false]) {
          const isCategory2 = !explained && (ratio >= 0.75 || (difference ?? 0) >= 0.2)
          const isSuspect = !explained && (ratio >= 0.7 || (difference ?? 0) >= 0.1)
          const suspected = isSuspect || haemorrhage ? 'suspect' : 'none'
          const values: FieldValues = {
            glaucoma_signs: true,
            glaucoma_vcdr: ratio,
            ...(difference !== null && { glaucoma_asymmetry: difference }),
            glaucoma_haemorrhage: haemorrhage,
            glaucoma_explained: explained,
          }
          const found = withComputed(glaucomaSuspect, values)['glaucoma_grade']
          expect(found).toBe(isCategory2 ? 'category_2' : suspected)
        }
      }
    }
  }
})

test('the form asks for the acuity only beside red lesions in the macula', () => {
  const acuity = nhsScreening.filter(({ key }) => key === 'nhs_acuity')
  for (const [feature, isAsked] of [
    ['red_near', true],
    ['exudate_near', false],
  ] as const) {
    const values = { nhs_features: true, nhs_macula: [feature] }
    expect(acuity.map((field) => isShown(field, values))).toEqual([isAsked])
  }
})

test('the ETDRS levels are steps in their order', () => {
  const levels = builtInFields.find(({ key }) => key === 'etdrs_level')
  const values = levels !== undefined && 'options' in levels ? levels.options : []
  expect(values.map(({ value }) => Number(value))).toEqual([
    10, 20, 35, 43, 47, 53, 61, 65, 71, 75, 81, 85, 90,
  ])
})
