import { Alert, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import type { Dataset } from '#contract/datasets'
import { MicsChange } from '#contract/mics'

import { useTold } from '../../i18n/told.ts'
import { ConnectionForm } from '../../ui/connection-form.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { micsOfSite, useSaveMics, useTestMics } from './api.ts'

/** A dataset's settings of the order system, with a button to test them. */
export function MicsSection({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation()
  const { told } = useTold()
  const save = useSaveMics(dataset.id)
  const trial = useTestMics()
  const { fields, field } = useFields(textsOf(dataset.settings.MICS))
  const { PASSWORD: password, ...others } = fields
  const parsed = MicsChange.safeParse(password === '' ? others : fields)
  const faulty = new Set(parsed.error?.issues.map(({ path: [name] }) => name))
  const params = { id: dataset.id }
  const text = (name: 'IP' | 'PORT' | 'SERVICENAME' | 'USERNAME') => ({
    ...field(name),
    description: t(`mics.hints.${name}`),
    error: faulty.has(name) && t(`mics.faults.${name}`),
    spellCheck: false,
    autoComplete: 'off',
  })
  const yesOrNo = [
    { value: 'true', label: t('common.yes') },
    { value: 'false', label: t('common.no') },
  ]
  const isKept = dataset.settings.MICS.PASSWORDSET
  return (
    <ConnectionForm
      title={t('mics.title')}
      notice={<SiteNotice datasetId={dataset.id} />}
      isValid={parsed.success}
      saving={save.isPending}
      onSave={() =>
        parsed.success && save.mutate({ params, body: { settings: { MICS: parsed.data } } })
      }
      trial={{
        label: t('mics.test'),
        possible: true,
        running: trial.isPending,
        outcome: trial.data && { success: trial.data.success, text: told(trial.data) },
        onTry: () => parsed.success && trial.mutate({ params, body: parsed.data }),
      }}
    >
      <NativeSelect
        label={t('mics.require')}
        description={t('mics.hints.REQUIRE')}
        data={yesOrNo}
        {...field('REQUIRE')}
      />
      <NativeSelect
        label={t('mics.requireSend')}
        description={t('mics.hints.REQUIRESEND')}
        data={yesOrNo}
        {...field('REQUIRESEND')}
      />
      <TextInput label={t('mics.host')} {...text('IP')} />
      <TextInput label={t('mics.port')} inputMode="numeric" {...text('PORT')} />
      <TextInput label={t('mics.service')} {...text('SERVICENAME')} />
      <TextInput label={t('mics.user')} {...text('USERNAME')} />
      <PasswordInput
        label={t('mics.password')}
        visibilityToggleButtonProps={{ 'aria-label': t('account.showPassword') }}
        description={t(isKept ? 'mics.hints.passwordKept' : 'mics.hints.PASSWORD')}
        autoComplete="new-password"
        {...field('PASSWORD')}
      />
    </ConnectionForm>
  )
}

/** Says that no order system is configured, or that it is not a hospital's. */
function SiteNotice({ datasetId }: { datasetId: number }) {
  const { t } = useTranslation()
  const { data } = useQuery(micsOfSite(datasetId))
  if (data === undefined) return null
  if (data.adapter === null) return <Alert color="yellow">{t('mics.noSite')}</Alert>
  if (data.adapter === 'demo') return <Alert color="yellow">{t('mics.demo')}</Alert>
  return null
}

function textsOf(settings: Dataset['settings']['MICS']) {
  return {
    IP: settings.IP,
    PORT: String(settings.PORT),
    SERVICENAME: settings.SERVICENAME,
    USERNAME: settings.USERNAME,
    REQUIRE: String(settings.REQUIRE),
    REQUIRESEND: String(settings.REQUIRESEND),
    PASSWORD: '',
  }
}
