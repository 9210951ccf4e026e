import type { input as enInput, requests as enRequests } from '#contract/messages/requests'

import type { TranslatedMessages } from '../../translated.ts'

export const requests: TranslatedMessages<typeof enRequests> = {
  otherSite: '다른 사이트의 페이지에서 온 요청이어서 거부했습니다.',
  unknownHost:
    '로그인 기능이 꺼져 있을 때는 IP 주소, localhost 또는 PUBLIC_URL에 설정된 주소로만 접속할 수 있습니다. 해당 주소로 접속하거나 PUBLIC_URL을 설정해 주세요.',
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
  databaseAway: '서버가 지금 데이터베이스에 연결할 수 없습니다. 잠시 후 다시 시도해 주세요.',
  storageAway: '서버가 지금 객체 저장소에 연결할 수 없습니다. 잠시 후 다시 시도해 주세요.',
  contentType: '이 콘텐츠 형식은 받을 수 없습니다.',
  failed:
    '서버에 문제가 생겼습니다. 같은 문제가 계속되면 관리자에게 다음 참조 번호를 알려 주세요: {{reference}}.',
}

export const input: TranslatedMessages<typeof enInput> = {
  missing: '필수 항목입니다.',
  notText: '텍스트여야 합니다.',
  notNumber: '숫자여야 합니다.',
  notWhole: '정수여야 합니다.',
  notYesNo: 'true 또는 false여야 합니다.',
  notList: '목록이어야 합니다.',
  notGroup: '이름이 있는 값들이어야 합니다.',
  empty: '비워 둘 수 없습니다.',
  tooShort: '{{count}}자 이상이어야 합니다.',
  tooLong: '{{count}}자까지 입력할 수 있습니다.',
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
  invalid: '사용할 수 없는 값입니다.',
  colour: '#ff8800처럼 #과 16진수 여섯 자리로 입력해 주세요.',
  controlCharacters: '제어 문자는 사용할 수 없습니다.',
}
