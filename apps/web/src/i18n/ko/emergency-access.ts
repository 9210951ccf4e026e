import type { Translated } from '../translated.ts'
import type { emergencyAccess as english } from '../en/emergency-access.ts'

export const emergencyAccess: Translated<typeof english> = {
  button: '응급 접근',
  title: '응급 접근',
  about_other: '환자의 안저사진이 있는 모든 데이터셋을 {{count}}시간 동안 보기 전용으로 엽니다.',
  told: '누가 어떤 이유로 보았는지 데이터셋 소유자에게 알리며 감사 기록에 남습니다.',
  patient: '등록번호',
  reason: '사유',
  reasonHint: '10자 이상 입력해 주세요.',
  begin: '시작',
  beginning: '응급 접근',
  begun: '이 환자의 안저사진이 있으면 해당 데이터셋이 {{until}}까지 여기에 표시됩니다.',
  until: '응급 접근: {{until}}까지',
  noticeTitle: '{{who}} 님이 {{dataset}}에 응급 접근했습니다',
  notice: '환자 {{patient}}, {{at}}부터 {{until}}까지. 사유: {{reason}}',
  seen: '확인했습니다',
  confirming: '응급 접근 확인',
  right: '응급 접근',
  rightHint: '등록번호로 모든 환자의 안저사진을 사유와 함께 볼 수 있습니다. 소유자에게 알립니다.',
}
