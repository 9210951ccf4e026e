import type { releases as enReleases } from '#contract/messages/releases'

import type { TranslatedMessages } from '../../translated.ts'

export const releases: TranslatedMessages<typeof enReleases> = {
  group: '릴리스',
  taskName: '{{dataset}} 릴리스 만들기',
  reissueName: '삭제된 환자를 제외하고 {{dataset}} 릴리스 다시 만들기',
  sharesSum: '학습, 검증, 시험 비율의 합은 100이어야 합니다.',
  contentOnlyOnce: '같은 내용을 두 번 선택할 수 없습니다.',
  reasonMissing: '환자를 식별할 수 있는 파일이 릴리스에 필요한 이유를 입력해 주세요.',
  datasetDeleted: '릴리스를 만들기 전에 데이터셋이 삭제되었습니다.',
  withdrawnMeanwhile: '다시 만들기 전에 릴리스가 철회되었습니다.',
  noField: '데이터셋에 키가 {{key}}인 필드가 없습니다.',
  nothing:
    '릴리스에 담을 수 있는 영상이 없습니다. 글자 확인이 안 된 영상: {{unchecked}}개, 읽을 수 없는 영상: {{unreadable}}개.',
  made: '릴리스 {{number}} 완성. 영상 {{images}}개, 주석 {{annotations}}개, 환자 {{patients}}명.',
  unchecked: '영상 속 글자를 확인한 사람이 없어 제외한 영상: {{count}}개.',
  unreadable: '파일을 읽을 수 없어 제외한 영상: {{count}}개.',
  setAside: '같은 DICOM 인스턴스의 다른 영상이 사용되어 제외한 영상: {{count}}개.',
  diskFull:
    '디스크가 가득 찼습니다. 릴리스를 만들지 않았습니다. 공간을 확보한 뒤 다시 시작해 주세요.',
  tooManyCategories:
    '팔레트 마스크에는 분류를 255개까지 담을 수 있습니다. 이 데이터셋의 분류는 {{count}}개입니다.',
  withdrawn: '릴리스 {{number}} 파일은 철회되어 더 이상 없습니다.',
  otherDataset: '두 릴리스는 같은 데이터셋의 것이어야 합니다.',
}
