import { NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Dataset } from '#contract/datasets'
import {
  PacsChange,
  pacsModalities,
  resultSending,
  retrievalMethods,
  sendingMethods,
  usesWeb,
} from '#contract/pacs'

import { useTold } from '../../i18n/told.ts'
import { ConnectionForm } from '../../ui/connection-form.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { useSavePacs, useTestPacs } from './api.ts'

/** A dataset's PACS settings, with a button to test them. */
export function PacsSection({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation()
  const { told } = useTold()
  const save = useSavePacs(dataset.id)
  const trial = useTestPacs()
  const { fields, field } = useFields(textsOf(dataset.settings.PACS))
  const { WEBPASSWORD: password, ...others } = fields
  const parsed = PacsChange.safeParse(password === '' ? others : fields)
  const faulty = new Set(parsed.error?.issues.map(({ path: [name] }) => name))
  const isByWeb = usesWeb(fields)
  const params = { id: dataset.id }
  const yesOrNo = [
    { value: 'false', label: t('common.no') },
    { value: 'true', label: t('common.yes') },
  ]
  const text = (name: 'AETITLE' | 'CALLEDAETITLE' | 'IP' | 'PORT' | 'DICOMWEB' | 'WEBUSER') => ({
    ...field(name),
    description: t(`pacs.hints.${name}`),
    error: faulty.has(name) && t(`pacs.faults.${name}`),
    spellCheck: false,
    autoComplete: 'off',
  })
  const asksElsewhere = fields.SENDBY === 'STOW-RS' && fields.COMMITMENT === 'true'
  const isKept = dataset.settings.PACS.WEBPASSWORDSET
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
        possible: isByWeb || fields.IP.trim() !== '',
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
        data={yesOrNo}
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
      <NativeSelect
        label={t('pacs.sendBy')}
        description={t('pacs.hints.SENDBY')}
        data={[...sendingMethods]}
        {...field('SENDBY')}
      />
      {isByWeb && (
        <>
          <TextInput label={t('pacs.dicomweb')} {...text('DICOMWEB')} />
          <TextInput label={t('pacs.webUser')} {...text('WEBUSER')} />
          <PasswordInput
            label={t('pacs.webPassword')}
            visibilityToggleButtonProps={{ 'aria-label': t('account.showPassword') }}
            description={t(isKept ? 'pacs.hints.passwordKept' : 'pacs.hints.WEBPASSWORD')}
            autoComplete="new-password"
            {...field('WEBPASSWORD')}
          />
        </>
      )}
      <NativeSelect
        label={t('pacs.sendResults')}
        description={t('pacs.hints.SENDRESULTS')}
        data={resultSending.map((value) => ({ value, label: t(`pacs.sending.${value}`) }))}
        {...field('SENDRESULTS')}
      />
      <NativeSelect
        label={t('pacs.commitment')}
        description={t(asksElsewhere ? 'pacs.hints.commitmentByDicom' : 'pacs.hints.COMMITMENT')}
        data={yesOrNo}
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

function textsOf(shown: Dataset['settings']['PACS']) {
  const { WEBPASSWORDSET: _, ...settings } = shown
  return {
    ...settings,
    PORT: String(settings.PORT),
    TLS: String(settings.TLS),
    COMMITMENT: String(settings.COMMITMENT),
    FORCELOSSLESSTRANFERPROTOCOL: String(settings.FORCELOSSLESSTRANFERPROTOCOL),
    WEBPASSWORD: '',
  }
}
