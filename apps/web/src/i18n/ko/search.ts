import type { search as enSearch } from '../en/search.ts'
import type { Translated } from '../translated.ts'

export const search: Translated<typeof enSearch> = {
  title: '검색',
  open: '검색 (Ctrl+K)',
  label: '데이터셋, 환자, 화면, 명령',
  results: '검색 결과',
  groups: { datasets: '데이터셋', patients: '환자', commands: '명령', pages: '화면' },
  images_other: '영상 {{count}}개',
  commandNames: {
    upload: '업로드: {{name}}',
    import: '가져오기: {{name}}',
    export: '내보내기: {{name}}',
    createDataset: '데이터셋 만들기',
    exampleClinic: '예시 클리닉 불러오기 또는 제거',
    createAccount: '계정 만들기',
    addStation: 'DICOM 장비 추가',
  },
  failed: '검색',
  nothing: '검색 결과가 없습니다. 데이터셋과 환자는 두 글자부터 검색합니다.',
}
