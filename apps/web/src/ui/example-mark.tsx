import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Stands wherever something of the example clinic could be taken for a patient's. */
export function ExampleMark() {
  const { t } = useTranslation()
  return (
    <Badge variant="light" color="grape" tt="none">
      {t('exampleClinic.mark')}
    </Badge>
  )
}
