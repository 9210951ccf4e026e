import type { scans as enScans } from '#contract/messages/scans'

import type { TranslatedMessages } from '../../translated.ts'

export const scans: TranslatedMessages<typeof enScans> = {
  group: '스캔',
  taskName: '{{dataset}} 데이터셋 스캔',
  datasetDeleted: '스캔이 시작되기 전에 데이터셋이 삭제되었습니다.',
  unreadable: '{{path}}: 추가하지 않았습니다. {{why}}',
  folderUnreadable:
    '{{path}} 폴더를 읽을 수 없습니다. 서버 계정에 읽기 권한을 준 뒤 다시 스캔해 주세요.',
  unusableName:
    '{{path}}: 추가하지 않았습니다. 사용할 수 없는 이름입니다({{why}}). 이름을 바꾼 뒤 다시 스캔해 주세요.',
  beingWritten:
    '{{path}}: 추가하지 않았습니다. 아직 기록 중인 파일입니다. 기록이 끝난 뒤 다시 스캔해 주세요.',
  duplicate: '{{path}}: 추가하지 않았습니다. {{other}} 영상과 내용이 같습니다.',
  sameName:
    '{{path}}: 추가하지 않았습니다. 같은 글자를 다른 코드로 적은 같은 이름의 영상이 이미 있습니다. 파일 이름을 바꾼 뒤 다시 스캔해 주세요.',
  inUndo:
    '{{path}}: 추가하지 않았습니다. 삭제된 영상입니다(당시 이름: {{other}}). 삭제한 항목에서 복원하거나 영구 삭제해 주세요.',
  otherContent:
    '{{path}}: 같은 이름의 영상을 만든 파일이 아닙니다. 그 영상을 파일 없음으로 표시했습니다. 파일 이름을 바꾸고 다시 스캔하여 추가하거나, 원래 파일을 되돌려 놓아 주세요.',
  nameInUndo:
    '{{path}}: 추가하지 않았습니다. 삭제된 영상이 이 이름을 사용하고 있습니다. 파일 이름을 바꾸거나 삭제한 항목에서 그 영상을 영구 삭제해 주세요.',
  missing: '{{path}} 파일이 폴더에 없습니다.',
  moreWarnings: '표시하지 않은 경고: {{count}}개.',
  summary:
    '파일: {{files}}개. 추가: {{added}}개, 이름 변경: {{renamed}}개, 다시 나타남: {{returned}}개, 변경 없음: {{unchanged}}개, 제외: {{left_out}}개. 파일이 없어진 영상: {{missing}}개.',
}
