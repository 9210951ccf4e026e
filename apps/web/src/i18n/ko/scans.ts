import type { scans as enScans } from '../en/scans.ts'
import type { Translated } from '../translated.ts'

export const scans: Translated<typeof enScans> = {
  scan: '스캔',
  scanning: '데이터셋 스캔',
  outcome: {
    added: '추가 {{count}}개.',
    renamed: '이름 변경 {{count}}개.',
    returned: '다시 나타남 {{count}}개.',
    missing: '파일 없음 {{count}}개.',
    left_out: '제외 {{count}}개.',
  },
  nothingNew: '폴더에 변경된 파일이 없습니다.',
  reasonsInLog: '제외한 이유는 작업 화면에서 확인할 수 있습니다.',
  failed: '스캔에 실패했습니다. 이유는 작업 화면에서 확인할 수 있습니다.',
}
