import type { Words } from './words.ts'

export const measures: Words['measures'] = {
  uncertainty:
    '±는 표준편차이며, 이 사진의 반복 측정 오차와 시신경유두, 혈관 종류, 선명도, 놓친 혈관으로 인한 오차를 포함합니다.',
  reference: '참고 범위 {{low}}~{{high}}',
  outside: '참고 범위 밖',
  inside: '참고 범위 안',
  percentile: '같은 나이와 성별에서 백분위수 {{value}} ({{low}}~{{high}})',
  sources: '참고 범위와 백분위수는 다음의 대상자, 카메라, 소프트웨어에서 얻은 값입니다:',
  notMeasurable: '측정 불가',
  notMeasurableWhy: '측정 불가({{why}}). {{names}}.',
  stated: '파일에 명시된 대로 1픽셀 = {{micrometres}} µm입니다.',
  statedBy: '1픽셀 = {{micrometres}} µm입니다 ({{source}}).',
  axialLength: '축척은 안축장 {{length}} mm로 보정했습니다.',
  axialByRefraction:
    '축척은 굴절력 {{dioptres}} D로 계산한 안축장 {{length}} mm로 보정했습니다. 마이크로미터 단위 혈관 구경의 ±에 {{share}}의 불확실성이 포함되어 있습니다.',
  axialUnknown:
    '안축장을 알 수 없어 마이크로미터 단위 혈관 구경의 ±에 {{share}}의 불확실성이 포함되어 있습니다.',
  assumed:
    '파일에 축척이 없습니다. 마이크로미터 값은 유두직경을 {{micrometres}} µm로 가정한 것이며 사람마다 다릅니다. 다른 눈과 비교하지 마세요.',
  unscaled:
    '축척이 없습니다. 혈관 직경은 이 눈의 유두직경 단위이며, 유두 크기는 사람마다 다릅니다.',
  reasons: {
    'no-disc': '시신경유두를 찾지 못함',
    'no-fovea': '황반을 찾지 못함',
    'no-scale': '축척이 없음',
    'no-vessels': '혈관을 찾지 못함',
    'kinds-unknown': '세동맥과 세정맥이 구별되지 않음',
    'too-few-arterioles': '세동맥이 너무 적음',
    'too-few-venules': '세정맥이 너무 적음',
    'too-few-branchings': '분지가 너무 적음',
    'no-cup': '유두함몰이 그려져 있지 않음',
    'zone-outside-photograph': '구역의 상당 부분이 사진 밖에 있음',
    'implausible-disc': '찾은 시신경유두의 크기가 타당하지 않음',
    'too-few-pixels': '혈관의 픽셀 수가 너무 적어 폭을 잴 수 없음',
    'too-blurred': '흐림이 심해 폭을 잴 수 없음',
    'kinds-confused': '세동맥과 세정맥이 뒤바뀐 것으로 보임',
    'zones-disagree': '구역 B와 C의 값이 서로 다름',
    'implausible-calibre': '찾은 혈관 직경이 타당하지 않음',
  },
  vessels: '측정한 혈관, 구역 B',
  number: '번호',
  kind: '종류',
  width: '너비',
  arteriole: '세동맥',
  venule: '세정맥',
}
