import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { type OfImage, useStatePatientData } from './api.ts'

const eyes = ['R', 'L'] as const

/** Lets a person who has looked at the photograph state its eye, or confirm the file's. */
export function StateEye({ image }: { image: Pick<OfImage, 'id' | 'dataset_id'> }) {
  const { t } = useTranslation()
  const save = useStatePatientData(image, { success: t('patientData.eyeStated') })
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{t('patientData.whichEye')}</Text>
      <Group gap="xs">
        {eyes.map((eye) => (
          <Button
            key={eye}
            size="xs"
            variant="default"
            disabled={save.isPending}
            onClick={() => save.mutate({ params: { id: image.id }, body: { eye } })}
          >
            {t(`patientData.isEye.${eye}`)}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
