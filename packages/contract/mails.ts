interface MailText {
  readonly subject: string
  /** Lines; `{{link}}` and others are placeholders. */
  readonly body: readonly string[]
}

/** A mail in the languages of the interface. */
interface MailTexts {
  readonly en: MailText
  readonly ko: MailText
}

/**
 * The texts of mails. They contain no name or number of a patient, no name of a file and nothing
 * that users typed: mail leaves the hospital, and is not encrypted everywhere.
 */
export const mailTexts = {
  invitation: {
    en: {
      subject: 'Your account for {{product}}',
      body: [
        'An administrator has created an account for you. Your username is {{username}}.',
        'Choose your password with this link, once, within {{hours}} hours:',
        '{{link}}',
        'If the link no longer works, ask your administrator for a new one.',
      ],
    },
    ko: {
      subject: '{{product}} 계정 안내',
      body: [
        '관리자가 회원님의 계정을 만들었습니다. 사용자 이름: {{username}}',
        '{{hours}}시간 안에 다음 링크에서 비밀번호를 정해 주세요. 링크는 한 번만 사용할 수 있습니다.',
        '{{link}}',
        '링크를 사용할 수 없으면 관리자에게 새 링크를 요청해 주세요.',
      ],
    },
  },
  newPassword: {
    en: {
      subject: 'New password for {{product}}',
      body: [
        'An administrator has sent you a link for a new password. Your username is {{username}}.',
        'Choose your password with this link, once, within {{hours}} hours:',
        '{{link}}',
        'If you did not ask for it, tell your administrator. Your present password works until you choose a new one.',
      ],
    },
    ko: {
      subject: '{{product}} 비밀번호 재설정',
      body: [
        '관리자가 비밀번호 재설정 링크를 보냈습니다. 사용자 이름: {{username}}',
        '{{hours}}시간 안에 다음 링크에서 새 비밀번호를 정해 주세요. 링크는 한 번만 사용할 수 있습니다.',
        '{{link}}',
        '요청하지 않았다면 관리자에게 알려 주세요. 새 비밀번호를 정할 때까지 현재 비밀번호를 사용할 수 있습니다.',
      ],
    },
  },
  analysisFinished: {
    en: {
      subject: 'Analysis of dataset {{dataset}} finished',
      body: ['The analysis of all photographs of dataset {{dataset}} has finished:', '{{link}}'],
    },
    ko: {
      subject: '데이터셋 {{dataset}} 분석 완료',
      body: ['{{dataset}}번 데이터셋의 모든 사진 분석이 끝났습니다.', '{{link}}'],
    },
  },
  resultConfirmed: {
    en: {
      subject: 'Results in dataset {{dataset}} confirmed',
      body: ['A clinician has confirmed results in dataset {{dataset}}:', '{{link}}'],
    },
    ko: {
      subject: '데이터셋 {{dataset}} 결과 확인',
      body: ['의료진이 {{dataset}}번 데이터셋의 결과를 확인했습니다.', '{{link}}'],
    },
  },
  mentioned: {
    en: {
      subject: 'A comment in dataset {{dataset}} mentions you',
      body: ['Somebody has mentioned you in a comment in dataset {{dataset}}:', '{{link}}'],
    },
    ko: {
      subject: '데이터셋 {{dataset}} 댓글에서 회원님 언급',
      body: ['{{dataset}}번 데이터셋의 댓글에서 회원님을 언급했습니다.', '{{link}}'],
    },
  },
  emergencyAccess: {
    en: {
      subject: 'Emergency access to dataset {{dataset}}',
      body: [
        'Somebody has reached your dataset {{dataset}} by emergency access. Sign in to see who, and why:',
        '{{link}}',
      ],
    },
    ko: {
      subject: '데이터셋 {{dataset}} 응급 접근',
      body: [
        '{{dataset}}번 데이터셋에 응급 접근이 있었습니다. 로그인하면 사용자와 사유를 확인할 수 있습니다.',
        '{{link}}',
      ],
    },
  },
  storageLow: {
    en: {
      subject: 'Storage of {{product}} nearly full',
      body: [
        'Only {{percent}} % of the storage is free. Free space before uploads are refused:',
        '{{link}}',
      ],
    },
    ko: {
      subject: '{{product}} 저장 공간 부족',
      body: [
        '저장 공간이 {{percent}}%만 남았습니다. 업로드가 거부되기 전에 공간을 확보해 주세요.',
        '{{link}}',
      ],
    },
  },
  peerUnreachable: {
    en: {
      subject: '{{product}} cannot reach {{peer}}',
      body: [
        '{{product}} has not been able to reach {{peer}} for some minutes. Messages to it are kept, and retried for a day:',
        '{{link}}',
      ],
    },
    ko: {
      subject: '{{product}} {{peer}} 연결 불가',
      body: [
        '몇 분째 {{peer}} 시스템에 연결할 수 없습니다. 보낼 메시지는 보관하고 하루 동안 다시 시도합니다.',
        '{{link}}',
      ],
    },
  },
  peerBack: {
    en: {
      subject: '{{product}} reaches {{peer}} again',
      body: [
        '{{product}} reaches {{peer}} again. Messages that were given up wait here:',
        '{{link}}',
      ],
    },
    ko: {
      subject: '{{product}} {{peer}} 연결 복구',
      body: [
        '{{peer}} 시스템에 다시 연결되었습니다. 전송을 포기한 메시지는 여기에 있습니다.',
        '{{link}}',
      ],
    },
  },
} as const satisfies Readonly<Record<string, MailTexts>>

export type MailKind = keyof typeof mailTexts

/** Notices about a dataset. */
export const datasetNotices = [
  'analysisFinished',
  'resultConfirmed',
  'emergencyAccess',
] as const satisfies MailKind[]

/** Notices for everybody who has an account. */
export const userNotices = [...datasetNotices, 'mentioned'] as const satisfies MailKind[]

/** Notices about the installation, for its administrators. */
const operatorNotices = ['storageLow', 'peerUnreachable'] as const satisfies MailKind[]

/** The notices that a user can switch off. */
export const noticeKinds = [...userNotices, ...operatorNotices] as const
export type NoticeKind = (typeof noticeKinds)[number]
