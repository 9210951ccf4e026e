import type { Band } from './codes.ts'
import type { Description } from './description.ts'

type Language = Description['site']['language']

interface Phrases {
  readonly eyes: Readonly<Record<'right' | 'left', string>>
  readonly bands: Readonly<Record<Band, string>>
  readonly report: string
  readonly software: string
  readonly grades: Readonly<Record<'gradable' | 'limited' | 'not-gradable', string>>
  readonly reasons: Readonly<Record<string, string>>
  readonly otherEye: (said: string, seen: string) => string
  readonly ungradable: (why: string) => string
  readonly discDiameters: string
  readonly notMeasurable: (name: string, why: string) => string
  readonly scale: (source: string) => string
  readonly risk: (outcome: string, band: string) => string
  readonly tenYear: (percent: string, band: string) => string
  readonly outcomes: Readonly<Record<'coronary-heart-disease' | 'stroke', string>>
  readonly noRisk: (why: string) => string
  readonly needsReview: string
  readonly confirmed: (name: string) => string
  readonly rejected: (name: string) => string
}

const english: Phrases = {
  eyes: { right: 'Right eye (OD)', left: 'Left eye (OS)' },
  bands: {
    low: 'low risk',
    'cannot-be-told': 'risk cannot be told',
    moderate: 'moderate risk',
    high: 'high risk',
  },
  report: 'AI analysis of a fundus photograph',
  software: 'Analysis software (AI)',
  grades: { gradable: 'gradable', limited: 'gradable with limits', 'not-gradable': 'not gradable' },
  reasons: {
    'not-a-fundus': 'it is not a fundus photograph',
    'ultra-wide-field': 'it is an ultra-wide-field picture, which this analysis cannot measure',
    'too-small': 'the field of view is too small',
    blurred: 'it is blurred',
    'too-dark': 'it is too dark',
    'too-bright': 'it is too bright',
    'uneven-light': 'it is unevenly lit',
    'incomplete-field': 'much of the field of view is missing',
    'unusual-look': 'it does not look like a typical fundus',
    'hidden-vessels': 'vessels are hardly visible in part or all of the field',
    'by-model': 'the quality model in use here judged it so',
    'age-missing': 'the age is not known',
    'sex-missing': 'the sex is not known',
    'age-outside-reference': 'there are no reference values for this age',
    'scale-missing': 'the scale of the photograph is not known',
    'scale-assumed': 'the scale of the photograph is only assumed',
    'calibres-not-measurable': 'the vessel calibres could not be measured',
    'almost-no-effect': 'published studies show almost no effect for this person',
  },
  otherEye: (said, seen) =>
    `Said to be: ${said}. Optic disc and fovea lie as in: ${seen}. Which eye it is must be found out.`,
  ungradable: (why) => `Image quality is not sufficient for an analysis${why}. No result was made.`,
  discDiameters: 'disc diameters',
  notMeasurable: (name, why) => `${name} not measurable (${why})`,
  scale: (source) => `scale: ${source}`,
  risk: (outcome, band) => `${outcome}: ${band}.`,
  tenYear: (percent, band) => `Cardiovascular risk within 10 years: ${percent} % (${band}).`,
  outcomes: { 'coronary-heart-disease': 'Coronary heart disease', stroke: 'Stroke' },
  noRisk: (why) => `No risk category was made${why}.`,
  needsReview: 'This is the result of an AI analysis and needs confirmation by a clinician.',
  confirmed: (name) => `AI analysis, confirmed by ${name}.`,
  rejected: (name) => `AI analysis, rejected by ${name}: not to be used.`,
}

const korean: Phrases = {
  eyes: { right: '우안(OD)', left: '좌안(OS)' },
  bands: {
    low: '저위험',
    'cannot-be-told': '위험도 판정 불가',
    moderate: '중등도 위험',
    high: '고위험',
  },
  report: '안저사진 인공지능 분석 보고서',
  software: '분석 소프트웨어(인공지능)',
  grades: { gradable: '분석 가능', limited: '제한적으로 분석 가능', 'not-gradable': '분석 불가' },
  reasons: {
    'not-a-fundus': '안저사진이 아님',
    'ultra-wide-field': '초광각 안저영상이며, 이 분석은 초광각 영상을 측정하지 않음',
    'too-small': '시야가 너무 작음',
    blurred: '초점이 흐림',
    'too-dark': '너무 어두움',
    'too-bright': '너무 밝음',
    'uneven-light': '조명이 고르지 않음',
    'incomplete-field': '시야의 상당 부분이 보이지 않음',
    'unusual-look': '일반적인 안저 소견과 다름',
    'hidden-vessels': '시야의 일부 또는 전체에서 혈관이 잘 보이지 않음',
    'by-model': '영상 품질 모델의 판정',
    'age-missing': '나이 정보 없음',
    'sex-missing': '성별 정보 없음',
    'age-outside-reference': '해당 나이의 참고치 없음',
    'scale-missing': '사진의 축척을 알 수 없음',
    'scale-assumed': '사진의 축척이 가정된 값임',
    'calibres-not-measurable': '혈관 직경을 측정할 수 없음',
    'almost-no-effect': '발표된 연구에서 해당 대상자에 대한 영향이 거의 없음',
  },
  otherEye: (said, seen) =>
    `기록된 눈: ${said}. 시신경유두와 황반의 위치로 본 눈: ${seen}. 어느 눈인지 확인이 필요합니다.`,
  ungradable: (why) =>
    `영상 품질이 분석 기준에 미치지 못합니다${why}. 분석 결과를 내지 않았습니다.`,
  discDiameters: '유두직경',
  notMeasurable: (name, why) => `${name} 측정 불가(${why})`,
  scale: (source) => `축척: ${source}`,
  risk: (outcome, band) => `${outcome}: ${band}.`,
  tenYear: (percent, band) => `10년 심혈관질환 위험도 ${percent} %(${band}).`,
  outcomes: { 'coronary-heart-disease': '관상동맥질환', stroke: '뇌졸중' },
  noRisk: (why) => `심혈관질환 위험도를 산출하지 않았습니다${why}.`,
  needsReview: '인공지능 분석 결과이며 의료진의 확인이 필요합니다.',
  confirmed: (name) => `인공지능 분석 결과를 ${name} 님이 확인하였습니다.`,
  rejected: (name) => `${name} 님이 인공지능 분석 결과를 기각하였습니다. 사용하지 마십시오.`,
}

/** The words of a message in the site's language. */
export function phrasesOf(language: Language): Phrases {
  return language === 'ko' ? korean : english
}

/** The findings, in sentences; the last states who is responsible for them. */
export function conclusionOf(description: Description): string {
  const { analysis, site } = description
  const phrases = phrasesOf(site.language)
  const findings =
    analysis.quality.grade === 'not-gradable'
      ? [phrases.ungradable(because(phrases, analysis.quality.reasons))]
      : [...measuredWords(description, phrases), ...riskWords(description, phrases)]
  return [...eyeWords(description, phrases), ...findings, reviewWords(description, phrases)].join(
    ' ',
  )
}

function eyeWords({ photograph, analysis }: Description, { eyes, otherEye }: Phrases): string[] {
  const { eye } = photograph
  const seen = analysis.otherEye
  return eye === null || seen === null ? [] : [otherEye(eyes[eye], eyes[seen])]
}

function because({ reasons }: Phrases, keys: readonly string[]): string {
  return keys.length === 0 ? '' : `: ${keys.map((key) => reasons[key] ?? key).join(', ')}`
}

function measuredWords({ analysis: { measured } }: Description, phrases: Phrases): string[] {
  return measured.flatMap(({ text, components }) => {
    const named = components.map(({ label, unit, amount }) =>
      'value' in amount
        ? `${label} ${amount.value}${unitWords(unit, phrases)}`
        : phrases.notMeasurable(label, amount.notMeasurable),
    )
    return named.length === 0 ? [] : [`${text}: ${named.join(', ')}.`]
  })
}

/** A number with its UCUM unit. */
function unitWords(unit: string, { discDiameters }: Phrases): string {
  if (unit === '1') return ''
  if (unit === '{disc diameters}') return ` ${discDiameters}`
  return unit === 'um' ? ' µm' : ` ${unit}`
}

function riskWords({ analysis: { risk } }: Description, phrases: Phrases): string[] {
  if (risk.kind === 'none') return [phrases.noRisk(because(phrases, risk.reasons))]
  if (risk.kind === 'ten-year')
    return [phrases.tenYear(String(risk.percent), phrases.bands[risk.band])]
  return risk.outcomes.map(({ outcome, event, band }) =>
    phrases.risk(
      outcome === 'cardiovascular-event' ? event : phrases.outcomes[outcome],
      phrases.bands[band],
    ),
  )
}

function reviewWords({ review }: Description, phrases: Phrases): string {
  if (review === null) return phrases.needsReview
  return review.verdict === 'confirmed'
    ? phrases.confirmed(review.name)
    : phrases.rejected(review.name)
}
