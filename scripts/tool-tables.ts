import { toolList } from '#annotation/tools'

import { table } from './markdown-table.ts'

const heads = {
  en: ['Tool', 'Key', 'How to use it'],
  ko: ['도구', '키', '사용법'],
} as const

/** The annotator's tools with their usual keys, in the order of the panel. */
export function toolTable(language: 'en' | 'ko'): string {
  const rows = toolList.map(({ about }) => {
    const { name, gesture = '' } = about.words[language]
    return [name, `\`${about.key}\``, gesture]
  })
  return table(heads[language], rows)
}
