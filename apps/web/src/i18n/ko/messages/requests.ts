import type { input as enInput, requests as enRequests } from '#contract/messages/requests'

import type { TranslatedMessages } from '../../translated.ts'
import { visitorInput, visitorRequests } from './visitors.ts'

export const requests: TranslatedMessages<typeof enRequests> = {
  ...visitorRequests,
  unreadable: '요청을 읽을 수 없습니다. JSON이나 양식의 형식이 올바르지 않습니다.',
  tooManyStreams:
    '실시간 업데이트를 받는 페이지가 너무 많이 열려 있습니다. 일부를 닫아 주세요. 이 페이지는 실시간 업데이트 없이 계속됩니다.',
  tooLarge: '요청이 허용된 크기보다 큽니다.',
  notReady:
    '서버가 정상적으로 동작하지 않습니다: {{parts}}. 자세한 내용은 서버 로그와 시스템 화면에서 확인해 주세요.',
  helperAway:
    '필요한 프로세스가 중단되어 다시 시작하는 중이어서 지금은 처리할 수 없습니다. 보낸 내용에는 문제가 없습니다. 잠시 후 다시 시도해 주세요.',
  databaseDamaged:
    '이 정보가 저장된 데이터베이스 부분이 손상되어 표시할 수 없습니다. 백업에서 복원해야 하니 관리자에게 알려 주세요.',
  storageAway: '서버가 지금 객체 저장소에 연결할 수 없습니다. 잠시 후 다시 시도해 주세요.',
  contentType: '이 콘텐츠 형식은 받을 수 없습니다.',
}

export const input: TranslatedMessages<typeof enInput> = {
  ...visitorInput,
  notText: '텍스트여야 합니다.',
  notNumber: '숫자여야 합니다.',
  notWhole: '정수여야 합니다.',
  notYesNo: 'true 또는 false여야 합니다.',
  notList: '목록이어야 합니다.',
  notGroup: '이름이 있는 값들이어야 합니다.',
  tooSmall: '{{count}} 이상이어야 합니다.',
  tooBig: '{{count}} 이하여야 합니다.',
  notAbove: '{{count}}보다 커야 합니다.',
  notBelow: '{{count}}보다 작아야 합니다.',
  tooFew: '항목이 {{count}}개 이상이어야 합니다.',
  tooMany: '항목은 {{count}}개까지 허용됩니다.',
  unknownOption: '다음 중 하나여야 합니다: {{options}}.',
  unknownFields: '알 수 없는 항목입니다: {{names}}.',
  notDay: '날짜는 YYYY-MM-DD 형식으로 입력해 주세요.',
  notInstant: '시각은 YYYY-MM-DDThh:mm:ssZ 형식으로 입력해 주세요.',
  notAddress: '웹 주소는 http:// 또는 https://로 시작합니다.',
  colour: '#ff8800처럼 #과 16진수 여섯 자리로 입력해 주세요.',
}
