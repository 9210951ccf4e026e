import type { Translated } from '../translated.ts'
import type { userGroups as enUserGroups } from '../en/user-groups.ts'

export const userGroups: Translated<typeof enUserGroups> = {
  title: '사용자 그룹',
  hint: '데이터셋을 그룹과 공유할 수 있습니다. 그룹에 속한 동안 그룹의 역할을 갖습니다.',
  name: '그룹 이름',
  members: '구성원',
  datasets: '공유한 데이터셋',
  create: '그룹 만들기',
  edit: '그룹 변경',
  editOf: '{{name}} 그룹 변경',
  delete: '그룹 삭제',
  deleteOf: '{{name}} 그룹 삭제',
  deleteLoss_zero: '이 그룹과 공유한 데이터셋이 없습니다.',
  deleteLoss_other: '구성원은 데이터셋 {{count}}개에서 이 그룹이 준 역할을 잃습니다.',
  saved: '{{name}} 그룹을 저장했습니다.',
  deleted: '{{name}} 그룹을 삭제했습니다.',
}
