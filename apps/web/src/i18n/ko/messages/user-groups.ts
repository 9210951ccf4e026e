import type { userGroups as enUserGroups } from '#contract/messages/user-groups'

import type { TranslatedMessages } from '../../translated.ts'

export const userGroups: TranslatedMessages<typeof enUserGroups> = {
  nameTaken: '이미 있는 사용자 그룹 이름입니다: {{name}}.',
  unknown: '번호가 {{ids}}인 사용자 그룹이 없습니다.',
  namesUnknown: '없는 그룹이 포함되어 있습니다',
}
