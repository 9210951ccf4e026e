import type { savedFilters as enSavedFilters } from '../en/saved-filters.ts'
import type { Translated } from '../translated.ts'

export const savedFilters: Translated<typeof enSavedFilters> = {
  title: '저장한 필터',
  none: '아직 없습니다. 필터를 설정한 뒤 이름을 붙여 저장하세요.',
  save: '현재 필터 저장…',
  manage: '이름 변경 또는 삭제…',
  saveTitle: '필터 저장',
  manageTitle: '저장한 필터',
  hint: '필터와 정렬은 이 데이터셋에서 본인에게만 저장됩니다.',
  moving: '사용하는 날 기준으로 계산: {{span}}',
  name: '이름',
  nameOf: '{{name}} 필터의 이름',
  rename: '{{name}} 이름 변경',
  deleteOf: '{{name}} 삭제',
  saving: '필터 저장',
  saved: '필터를 저장했습니다: {{name}}.',
  renaming: '필터 이름 변경',
  deleting: '필터 삭제',
  deleted: '필터를 삭제했습니다: {{name}}.',
  loadFailed: '저장한 필터를 불러오지 못했습니다.',
}
