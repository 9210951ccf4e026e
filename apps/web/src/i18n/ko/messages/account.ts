import type { account as enAccount, passwords as enPasswords } from '#contract/messages/account'

import type { TranslatedMessages } from '../../translated.ts'

export const account: TranslatedMessages<typeof enAccount> = {
  signInFirst: '먼저 로그인해 주세요.',
  wrongCredentials: '사용자 이름 또는 비밀번호가 올바르지 않습니다.',
  currentPasswordWrong: '현재 비밀번호가 올바르지 않습니다.',
  expired: '계정이 만료되었습니다.',
  tooManyAttempts: '로그인 시도가 너무 많이 실패했습니다. {{seconds}}초 후에 다시 시도해 주세요.',
  registrationClosed: '새 계정을 등록할 수 없습니다',
  usernameTaken: '이미 사용 중인 사용자 이름입니다.',
  signInSwitchedOff: '이 서버에서는 계정을 사용하지 않습니다. 로그인할 필요가 없습니다.',
  switchedOff: '이 서버에서는 계정을 사용하지 않습니다.',
  changePasswordFirst: '관리자가 설정한 비밀번호를 먼저 변경해 주세요.',
  usernameSigns: '영문자, 숫자, 밑줄(_), 마침표(.), 붙임표(-)만 사용할 수 있습니다.',
}

export const passwords: TranslatedMessages<typeof enPasswords> = {
  length: '8자 이상이어야 합니다.',
  uppercase: '영문 대문자가 하나 이상 있어야 합니다.',
  lowercase: '영문 소문자가 하나 이상 있어야 합니다.',
  number: '숫자가 하나 이상 있어야 합니다.',
  special: '특수 문자가 하나 이상 있어야 합니다.',
  longer: '6자 이상으로 입력해 주세요.',
  common: '쉽게 추측할 수 있는 비밀번호입니다. 다른 비밀번호를 선택해 주세요.',
  same: '현재 비밀번호와 다른 비밀번호를 선택해 주세요.',
  differ: '비밀번호가 일치하지 않습니다.',
}
