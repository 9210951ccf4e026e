import type {
  categories as enCategories,
  datasets as enDatasets,
  undo as enUndo,
} from '#contract/messages/datasets'

import type { TranslatedMessages } from '../../translated.ts'

export const datasets: TranslatedMessages<typeof enDatasets> = {
  exists: '같은 이름의 데이터셋이 이미 있습니다.',
  existsInUndo:
    '같은 이름의 데이터셋이 이미 있습니다. 삭제한 항목에 있으니 그곳에서 복원하거나 영구 삭제해 주세요.',
  nameRequired: '데이터셋 이름을 입력해 주세요',
  nameIsNoFolder: '데이터셋 이름에는 빗금을 쓸 수 없으며 "."이나 ".."도 사용할 수 없습니다.',
  resetGroup: '메타데이터',
  resetTask: '{{dataset}}의 메타데이터 초기화',
  resetOfDeleted: '메타데이터를 초기화하기 전에 데이터셋이 삭제되었습니다.',
  resetDone: '초기화한 영상 {{images}}개, 주석 {{annotations}}개.',
  annotateUrlForm: '비밀번호를 넣지 않은 https://host/path 형식의 주소를 입력해 주세요.',
  unknownUsers: '다음 사용자는 존재하지 않습니다: {{usernames}}.',
  namesUnknownUsers: '존재하지 않는 사용자가 포함되어 있습니다',
  notMembers:
    '다음 사용자에게는 데이터셋이 공유되지 않았습니다: {{usernames}}. 먼저 공유한 뒤 의료진으로 지정해 주세요.',
  namesStrangers: '데이터셋이 공유되지 않은 사용자가 포함되어 있습니다',
}

export const categories: TranslatedMessages<typeof enCategories> = {
  nameTaken: '이름이 {{name}}인 분류가 이미 있습니다.',
  onlyCreator: '{{creator}} 사용자나 관리자만 이 분류를 변경할 수 있습니다.',
  unknown: '분류 {{ids}}번이 없습니다.',
  namesUnknown: '존재하지 않는 분류가 포함되어 있습니다',
  keypointsDoNotFit: '특징점 라벨은 서로 달라야 하며, 연결선은 서로 다른 두 라벨을 이어야 합니다.',
}

export const undo: TranslatedMessages<typeof enUndo> = {
  categoryExists: '같은 이름의 분류가 다시 만들어졌습니다. 그 분류의 이름을 바꾼 뒤 복원해 주세요.',
  categoryDeleted: '이 주석의 {{name}} 분류가 삭제되었습니다. 분류를 먼저 복원해 주세요.',
}
