import type { Translated } from '../translated.ts'
import type { sites as english } from '../en/sites.ts'

export const sites: Translated<typeof english> = {
  title: '기관',
  count_other: '기관 {{count}}곳',
  none: '기관이 없습니다',
  noneHint:
    '모든 계정과 데이터셋이 한 의료기관에 속합니다. 여러 의료기관이 하나의 시스템을 함께 쓸 때 기관을 나누면, 기관마다 계정, 관리자, 데이터셋, 장비가 따로 있으며 서로의 데이터를 볼 수 없습니다.',
  tableLabel: '기관',
  name: '이름',
  accounts: '계정',
  datasets: '데이터셋',
  create: '기관 만들기',
  createTitle: '기관 만들기',
  created: '{{name}} 기관을 만들었습니다. 사용자 페이지에서 계정을 옮기거나 만들어 주세요.',
  creating: '기관 만들기',
  rename: '{{name}} 이름 변경',
  renamed: '기관 이름을 변경했습니다: {{name}}',
  renaming: '기관 이름 변경',
  delete: '{{name}} 삭제',
  deleting: '기관 삭제',
  deleted: '{{name}} 기관을 삭제했습니다.',
  notEmpty: '계정이나 데이터셋이 남아 있습니다.',
  failed: '기관을 불러오지 못했습니다',
  site: '기관',
  siteOf: '기관: {{name}}',
  installation: '없음 (시스템 전체)',
  moves:
    '계정의 데이터셋도 함께 옮겨지고 계정은 로그아웃됩니다. 다른 기관 사람들과의 공유는 끝납니다.',
}
