import { useTranslation } from 'react-i18next'

import type { ExampleClinic } from './api.ts'

export function AboutClinic({ clinic }: { clinic: ExampleClinic }) {
  const { t } = useTranslation()
  const size = (clinic.bytes / 1e6).toFixed(1)
  return t('exampleClinic.about', { photographs: clinic.photographs, size })
}
