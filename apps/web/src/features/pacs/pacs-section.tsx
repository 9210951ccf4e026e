import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Dataset } from '#contract/datasets'
import { pacsModalities, PacsSettings, resultSending, retrievalMethods } from '#contract/pacs'

import { useTold } from '../../i18n/told.ts'
import { ConnectionForm } from '../../ui/connection-form.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { useSavePacs, useTestPacs } from './api.ts'

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
  const text = (name: 'AETITLE' | 'CALLEDAETITLE' | 'IP' | 'PORT' | 'DICOMWEB') => ({
    ...field(name),
    description: t(`pacs.hints.${name}`),
    error: faulty.has(name) && t(`pacs.faults.${name}`),
    spellCheck: false,
    autoComplete: 'off',
  })
  return (
    <ConnectionForm
      title={t('pacs.title')}
      isValid={parsed.success}
      saving={save.isPending}
      onSave={() =>
        parsed.success && save.mutate({ params, body: { settings: { PACS: parsed.data } } })
      }
      trial={{
        label: t('pacs.test'),
        possible: fields.IP.trim() !== '' || fields.DICOMWEB.trim() !== '',
        running: trial.isPending,
        outcome: trial.data && { success: trial.data.success, text: told(trial.data) },
        onTry: () => parsed.success && trial.mutate({ params, body: parsed.data }),
      }}
    >
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
        label={t('pacs.commitment')}
        description={t('pacs.hints.COMMITMENT')}
        data={['false', 'true']}
        {...field('COMMITMENT')}
      />
      <NativeSelect
        label={t('pacs.lossless')}
        description={t('pacs.hints.FORCELOSSLESSTRANFERPROTOCOL')}
        data={['false', 'true']}
        {...field('FORCELOSSLESSTRANFERPROTOCOL')}
      />
    </ConnectionForm>
  )
}

function textsOf(settings: PacsSettings): Record<keyof PacsSettings, string> {
  return {
    ...settings,
    PORT: String(settings.PORT),
    TLS: String(settings.TLS),
    COMMITMENT: String(settings.COMMITMENT),
    FORCELOSSLESSTRANFERPROTOCOL: String(settings.FORCELOSSLESSTRANFERPROTOCOL),
  }
}
