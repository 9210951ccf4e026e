import type { handouts as enHandouts } from '#contract/messages/handouts'

import type { TranslatedMessages } from '../../translated.ts'

export const handouts: TranslatedMessages<typeof enHandouts> = {
  notReady:
    '환자용 안내문이 완성되지 않았습니다. 어느 눈인지 분명하고 결과가 최신이며 확인되어야 하고, 그 후에 안내 사항을 작성해야 합니다. 안내문을 열어 빠진 것을 확인해 주세요.',
  notConfirmed:
    '어느 눈인지 분명하고 확인된 최신 결과에만 안내 사항을 작성할 수 있습니다. 안내문을 열어 빠진 것을 확인해 주세요.',
  changed: '그 사이에 의료진 확인이나 안내 사항이 바뀌었습니다. 안내문을 다시 읽고 저장해 주세요.',
}
