import { mailTexts, type MailKind } from '#contract/mails'

type Language = keyof (typeof mailTexts)[MailKind]
const languages = ['en', 'ko'] as const satisfies readonly Language[]

/** Subject and plain text of a mail in the reader's language; if that is unknown, in all of them. */
export function writeMail(
  kind: MailKind,
  language: Language | undefined,
  params: Readonly<Record<string, string | number>>,
): { subject: string; text: string } {
  const texts = (language === undefined ? languages : [language]).map(
    (each) => mailTexts[kind][each],
  )
  return {
    subject: fill(texts.map(({ subject }) => subject).join(' / '), params),
    text: `${texts.map(({ body }) => fill(body.join('\n\n'), params)).join('\n\n\n')}\n`,
  }
}

function fill(text: string, params: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ''))
}
