import { Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { exampleClinic } from './api.ts'
import { AboutClinic } from './about-clinic.tsx'
import { LoadButton } from './load-button.tsx'

/** Offers the example clinic to a person who has no photographs yet; nothing once it is loaded. */
export function ClinicOffer() {
  const { t } = useTranslation()
  const { data } = useQuery(exampleClinic)
  if (data === undefined || data.dataset_id !== null) return null
  return (
    <Paper withBorder p="lg" mb="lg" component="section">
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h3">
          {t('exampleClinic.offerTitle')}
        </Title>
        <Text maw="48rem">
          <AboutClinic clinic={data} />
        </Text>
        <LoadButton />
      </Stack>
    </Paper>
  )
}
