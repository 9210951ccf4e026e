import type { generate as enGenerate } from '../en/generate.ts'
import type { Translated } from '../translated.ts'

export const generate: Translated<typeof enGenerate> = {
  generate: '생성',
  title: '데이터셋 생성',
  about:
    '영상 제공처에서 검색어로 찾은 공개 라이선스 영상을 추가합니다. 라이선스, 저작자, 출처는 각 영상의 메타데이터에 저장됩니다.',
  keyword: '검색어',
  keywordHint: '검색어를 입력할 때마다 Enter 키를 눌러 주세요.',
  keywordRequired: '검색어를 입력해 주세요.',
  limit: '최대 개수',
  limitHint: '추가할 영상의 최대 개수입니다. {{most}}개까지 지정할 수 있습니다.',
  limitInvalid: '1부터 {{most}}까지의 숫자를 입력해 주세요.',
  started: '영상을 가져오고 있습니다. 가져온 순서대로 데이터셋에 나타납니다.',
  outcome: '추가 {{added}}개, 이미 있음 {{existing}}개, 제외 {{leftOut}}개.',
  failed: '영상을 가져오지 못했습니다. 이유는 작업 화면에서 확인할 수 있습니다.',
}
