import type { archives as enArchives } from '#contract/messages/archives'

import type { TranslatedMessages } from '../../translated.ts'

export const archives: TranslatedMessages<typeof enArchives> = {
  group: '압축 파일',
  taskName: '{{dataset}}에 {{file}}의 영상을 추가하는 중',
  datasetDeleted: '압축 파일을 읽기 전에 데이터셋이 삭제되었습니다.',
  fileGone: '압축 파일이 더 이상 없습니다. 다시 업로드해 주세요.',
  noArchive: 'ZIP 압축 파일이 아닙니다. 영상이 든 ZIP 파일을 업로드해 주세요.',
  damaged: '압축 파일이 손상되었거나 불완전합니다. 다시 만들어 업로드해 주세요.',
  encrypted: '암호가 걸려 있습니다. 암호 없이 압축해 주세요.',
  unusual: '지원하지 않는 방식으로 압축되어 있습니다. 일반 설정으로 압축해 주세요.',
  tooManyFiles: '압축 파일에 파일이 {{most}}개보다 많습니다. 나누어 업로드해 주세요.',
  tooLarge: '파일 하나에 허용된 {{most}} MB보다 큽니다.',
  leftOut: '압축 파일에서 제외: {{file}}: {{why}}',
  notThere: 'DICOMDIR 목록에 있는 {{file}} 파일이 압축 파일에 없습니다.',
  done: '추가한 영상 {{added}}개, 이미 있음 {{existing}}개, 제외 {{leftOut}}개.',
}
