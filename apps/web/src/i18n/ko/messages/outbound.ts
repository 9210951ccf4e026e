import type { outbound as enOutbound, service as enService } from '#contract/messages/outbound'

import type { TranslatedMessages } from '../../translated.ts'

export const outbound: TranslatedMessages<typeof enOutbound> = {
  noHosts:
    '이 서버는 외부 호스트를 호출할 수 없습니다. 관리자가 OUTBOUND_HOSTS로 허용할 수 있습니다.',
  notListed:
    '이 서버에서 호출할 수 없는 호스트입니다: {{host}}. 관리자가 OUTBOUND_HOSTS로 허용할 수 있습니다.',
  privateNetwork:
    '{{host}} 호스트는 사설 네트워크 안에 있습니다. 관리자가 OUTBOUND_HOSTS에 그 주소를 추가해 허용할 수 있습니다.',
  busy: '외부 호스트 호출이 너무 많이 진행 중입니다. 잠시 후 다시 시도해 주세요.',
  noAddress: '{{host}}의 주소를 찾을 수 없습니다.',
  notTrusted:
    '{{host}}의 인증서를 신뢰할 수 없거나 TLS를 사용하지 않는 서버입니다. 관리자가 인증서의 발급 기관을 지정할 수 있습니다(DICOM_TLS_CA).',
  unreachable: '{{host}}에 연결할 수 없습니다.',
  timedOut: '{{host}} 호스트가 {{seconds}}초 안에 응답하지 않았습니다.',
  redirect: '{{host}} 호스트가 다른 주소로 이동하라고 응답했으며, 이동은 허용되지 않습니다.',
  status: '{{host}} 호스트가 응답한 상태 코드: {{status}}.',
  packed: '{{host}} 호스트가 요청하지 않은 압축 형식으로 응답했습니다.',
  tooLarge: '{{host}}의 응답이 {{megabytes}}MB보다 큽니다.',
}

export const service: TranslatedMessages<typeof enService> = {
  failed: 'URL에서 데이터를 읽을 수 없습니다: {{why}}',
  noUrl:
    '주석 서비스 주소가 올바르지 않습니다. 데이터셋 소유자가 주석 서비스의 주소를 설정할 수 있습니다.',
  notJson: '서비스가 JSON으로 응답하지 않았습니다.',
  brokenJson: '서비스가 올바른 JSON으로 응답하지 않았습니다.',
  notCoco: '응답이 COCO 형식이 아닙니다: {{detail}}',
  notCocoAt: '응답이 COCO 형식이 아닙니다: {{field}}: {{why}}',
  unusableMask: 'annotations.{{index}}.segmentation: {{why}}',
  masksTakeLong: '마스크의 윤곽을 그리는 데 너무 오래 걸립니다.',
  noPicture: '주석을 달도록 보낸 파일이 그림이 아닙니다.',
  pictureTooLarge: '그림이 주석 서비스로 보낼 수 있는 {{megabytes}}MB보다 큽니다.',
  tooOften:
    '1분 안에 주석 서비스를 {{most}}번 요청했습니다. {{seconds}}초 후에 다시 시도해 주세요.',
}
