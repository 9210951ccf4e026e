import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'

import type { Dataset } from '#contract/datasets'
import { FhirSending, fhirSendings } from '#contract/fhir'

import { Section } from '../../ui/section.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { fhirServer, useSaveSending } from './api.ts'

/** Chooses the results of a dataset that are sent to the hospital's FHIR server automatically. */
export function FhirSection({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation()
  const { data } = useQuery(fhirServer(dataset.id))
  const save = useSaveSending(dataset.id)
  const { fields, field } = useFields({ ...dataset.settings.FHIR })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const FHIR = FhirSending.parse(fields)
    save.mutate({ params: { id: dataset.id }, body: { settings: { FHIR } } })
  }
  if (data === undefined) return null
  return (
    <Section title={t('fhir.item')}>
      {data.host === null ? (
        <Alert color="yellow">{t('fhir.noServer')}</Alert>
      ) : (
        <form noValidate onSubmit={submit}>
          <Stack gap="md">
            <Text size="sm">{t('fhir.server', { host: data.host })}</Text>
            <NativeSelect
              label={t('fhir.sendByItself')}
              description={t('fhir.sendHint')}
              data={fhirSendings.map((value) => ({ value, label: t(`fhir.sending.${value}`) }))}
              {...field('SEND')}
            />
            <Group>
              <Button type="submit" loading={save.isPending}>
                {t('common.save')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Section>
  )
}
