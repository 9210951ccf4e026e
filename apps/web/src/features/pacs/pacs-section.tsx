import { Alert, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'

import type { Dataset } from '#contract/datasets'
import { pacsModalities, PacsSettings, resultSending, retrievalMethods } from '#contract/pacs'

import { useTold } from '../../i18n/told.ts'
import { Section } from '../../ui/section.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { useSavePacs, useTestPacs } from './api.ts'
import classes from './pacs-section.module.css'

/** The archive of a dataset: its settings, and a button that tries them. */
export function PacsSection({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation()
  const { told } = useTold()
  const save = useSavePacs(dataset.id)
  const trial = useTestPacs()
  const { fields, field } = useFields(textsOf(dataset.settings.PACS))
  const parsed = PacsSettings.safeParse(fields)
  const faulty = new Set(parsed.error?.issues.map(({ path: [name] }) => name))
  const params = { id: dataset.id }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (parsed.success) save.mutate({ params, body: { settings: { PACS: parsed.data } } })
  }
  const text = (name: 'AETITLE' | 'CALLEDAETITLE' | 'IP' | 'PORT' | 'DICOMWEB') => ({
    ...field(name),
    description: t(`pacs.hints.${name}`),
    error: faulty.has(name) && t(`pacs.faults.${name}`),
    spellCheck: false,
    autoComplete: 'off',
  })
  return (
    <Section title={t('pacs.title')}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <div className={classes['fields']}>
            <TextInput label={t('pacs.aeTitle')} {...text('AETITLE')} />
            <TextInput label={t('pacs.calledAeTitle')} {...text('CALLEDAETITLE')} />
            <TextInput label={t('pacs.host')} {...text('IP')} />
            <TextInput label={t('pacs.port')} inputMode="numeric" {...text('PORT')} />
            <NativeSelect
              label={t('pacs.tls')}
              description={t('pacs.hints.TLS')}
              data={['false', 'true']}
              {...field('TLS')}
            />
            <NativeSelect
              label={t('pacs.modality')}
              description={t('pacs.hints.MODALITY')}
              data={[...pacsModalities]}
              {...field('MODALITY')}
            />
            <NativeSelect
              label={t('pacs.retrieve')}
              description={t('pacs.hints.RETRIEVE')}
              data={[...retrievalMethods]}
              {...field('RETRIEVE')}
            />
            {fields.RETRIEVE === 'WADO-RS' && (
              <TextInput label={t('pacs.dicomweb')} {...text('DICOMWEB')} />
            )}
            <NativeSelect
              label={t('pacs.sendResults')}
              description={t('pacs.hints.SENDRESULTS')}
              data={resultSending.map((value) => ({ value, label: t(`pacs.sending.${value}`) }))}
              {...field('SENDRESULTS')}
            />
            <NativeSelect
              label={t('pacs.lossless')}
              description={t('pacs.hints.FORCELOSSLESSTRANFERPROTOCOL')}
              data={['false', 'true']}
              {...field('FORCELOSSLESSTRANFERPROTOCOL')}
            />
          </div>
          {trial.data !== undefined && (
            <Alert color={trial.data.success ? 'green' : 'red'}>{told(trial.data)}</Alert>
          )}
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!parsed.success}>
              {t('common.save')}
            </Button>
            <Button
              variant="default"
              loading={trial.isPending}
              disabled={
                !parsed.success || (fields.IP.trim() === '' && fields.DICOMWEB.trim() === '')
              }
              onClick={() => parsed.success && trial.mutate({ params, body: parsed.data })}
            >
              {t('pacs.test')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

function textsOf(settings: PacsSettings): Record<keyof PacsSettings, string> {
  return {
    ...settings,
    PORT: String(settings.PORT),
    TLS: String(settings.TLS),
    FORCELOSSLESSTRANFERPROTOCOL: String(settings.FORCELOSSLESSTRANFERPROTOCOL),
  }
}
