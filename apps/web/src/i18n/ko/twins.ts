import type { twins as enTwins } from '../en/twins.ts'
import type { Translated } from '../translated.ts'

export const twins: Translated<typeof enTwins> = {
  title: '어느 영상을 사용하시겠습니까?',
  means:
    '데이터셋에 SOP Instance UID는 같지만 내용이 다른 영상이 여러 개 있습니다. 그중 하나만 사용할 수 있으며, 나머지는 분석하거나 전송하지 않고 보고서와 통계에서도 제외합니다. 삭제되는 영상은 없으며 언제든지 다시 선택할 수 있습니다. 이미 전송한 데이터는 회수되지 않습니다.',
  sameData: '데이터 세트가 완전히 같으며, 이를 담은 파일만 다릅니다.',
  sameAttributes: '표시할 수 있는 속성은 모두 같으며, 픽셀이나 다른 데이터가 다릅니다.',
  differences: '서로 다른 속성',
  attribute: '속성',
  image: '영상 {{id}}',
  received: '수신 시각',
  station: 'DICOM 장비',
  annotations: '주석',
  choose: '영상 {{id}} 사용',
  chosen: '이제 {{id}}번 영상을 사용합니다.',
  later: '나중에 선택',
  loadFailed: 'UID가 같은 영상을 불러오지 못했습니다',
  flagOf: '{{words}} (영상 {{id}})',
  flags: {
    counts: 'UID 중복',
    undecided: '선택 대기',
    set_aside: '제외됨',
  },
  standings: { counts: '사용 중', undecided: '선택 대기', set_aside: '제외됨' },
  waiting_other: 'SOP Instance UID가 중복된 영상 {{count}}개',
  file: '영상',
  dataset: '데이터셋',
}
