import type {
  general as englishGeneral,
  page as englishPage,
  problem as englishProblem,
  signIn as englishSignIn,
} from '../en/sign-in.ts'
import type { Translated } from '../translated.ts'
import { account, passwords } from './messages/account.ts'
import { visitorInput, visitorRequests } from './messages/visitors.ts'

/** Texts of the sign-in page. */
export const signIn: Translated<typeof englishSignIn> = {
  firstAccount: '설치가 완료되었습니다. 등록 양식에서 관리자 계정을 만들어 주세요.',
  intro: '안저사진 업무를 보조하는 웹 기반 소프트웨어입니다. 로그인해 주세요.',
  login: '로그인',
  register: '등록',
  notAllowed: '새 계정을 등록할 수 없습니다',
  fullName: '이름 (선택)',
  username: '사용자 이름',
  password: '비밀번호',
  confirmPassword: '비밀번호 확인',
  showPassword: '비밀번호 보이기 또는 숨기기',
  usernameFormat: '영문자, 숫자, 밑줄(_), 마침표(.), 붙임표(-)만 사용할 수 있습니다.',
  passwordsDiffer: '비밀번호가 일치하지 않습니다.',
  loginFailed: '로그인',
  registrationFailed: '사용자 등록',
  help: '도움이 필요하신가요? 문의하기',
  passkey: '패스키로 로그인',
  opensInNewTab: '(새 탭에서 열림)',
}

/** Texts of a page as such. */
export const page: Translated<typeof englishPage> = {
  version: '버전 {{version}}',
  unknownVersion: '알 수 없음',
  language: '언어',
  serverConnecting: '서버에 연결하는 중',
  brokenTitle: '페이지에 문제가 생겼습니다',
  broken: '저장된 내용은 그대로 있습니다. 계속하려면 페이지를 다시 불러와 주세요.',
  reload: '다시 불러오기',
  awayTitle: '서버에 연결할 수 없습니다',
  away: '서버가 응답하면 이 페이지가 자동으로 열립니다. 작업 내용은 보존됩니다.',
}

/** Texts that many pages have, and the sign-in page too. */
export const general: Translated<typeof englishGeneral> = {
  close: '닫기',
  loading: '불러오는 중…',
}

export const problem: Translated<typeof englishProblem> = {
  unknown: '페이지에 문제가 생겼습니다. 다시 불러와 주세요.',
  unreachable: '서버에 연결할 수 없습니다. 네트워크를 확인하고 다시 시도해 주세요.',
  timedOut: '서버의 응답이 너무 늦습니다. 다시 시도해 주세요.',
  unexpectedAnswer: '서버의 응답을 이해할 수 없습니다. 페이지를 다시 불러와 주세요.',
}

const fields = {
  username: signIn.username,
  password: signIn.password,
  confirm_password: signIn.confirmPassword,
}

/** The texts of the sign-in page, and the messages of the server that a visitor may meet. */
export const texts = {
  translation: { account: signIn, common: general, problem, shell: page },
  messages: { account, passwords, input: visitorInput, requests: visitorRequests },
  fields,
}
