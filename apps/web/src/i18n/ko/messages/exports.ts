import type { exports as enExports } from '#contract/messages/exports'

import type { TranslatedMessages } from '../../translated.ts'

export const exports: TranslatedMessages<typeof enExports> = {
  group: '내보내기',
  imageOnlyOnce: '같은 영상을 두 번 보낼 수 없습니다.',
  reasonMissing: '환자를 식별할 수 있는 내보내기가 필요한 이유를 입력해 주세요.',
  onlyOwnerIdentifies:
    '환자를 식별할 수 있는 내보내기는 데이터셋 소유자나 관리자만 이용할 수 있습니다.',
  taskName: '{{dataset}} 데이터셋 내보내기 ({{format}})',
  written: '영상 {{images}}개와 주석 {{annotations}}개를 기록했습니다.',
  byCategory: '분류별 주석 수: {{counts}}.',
  notHeld: '이 형식에 담을 수 없어 제외한 주석: {{count}}개.',
  setAside: '같은 DICOM 인스턴스의 다른 영상이 사용되어 제외된 영상: {{count}}개.',
  datasetDeleted: '내보내기가 시작되기 전에 데이터셋이 삭제되었습니다.',
  faulty:
    '항목 {{count}}개가 올바른 COCO 형식이 아니어서 내보내기 파일을 제공하지 않았습니다: {{detail}}',
}
