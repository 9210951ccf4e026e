import { Alert, Button, Group, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'

import type { Dataset } from '#contract/datasets'
import { MicsChange } from '#contract/mics'

import { useTold } from '../../i18n/told.ts'
import { Section } from '../../ui/section.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { micsOfSite, useSaveMics, useTestMics } from './api.ts'
import classes from './mics-section.module.css'

/** The order system of a dataset: its settings, and a button that tries them. */
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
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (parsed.success) save.mutate({ params, body: { settings: { MICS: parsed.data } } })
  }
  const text = (name: 'IP' | 'PORT' | 'SERVICENAME' | 'USERNAME') => ({
    ...field(name),
    description: t(`mics.hints.${name}`),
    error: faulty.has(name) && t(`mics.faults.${name}`),
    spellCheck: false,
    autoComplete: 'off',
  })
  const yesOrNo = [
    { value: 'true', label: t('mics.yes') },
    { value: 'false', label: t('mics.no') },
  ]
  const isKept = dataset.settings.MICS.PASSWORDSET
  return (
    <Section title={t('mics.title')}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <SiteNotice datasetId={dataset.id} />
          <div className={classes['fields']}>
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
              description={t(isKept ? 'mics.hints.passwordKept' : 'mics.hints.PASSWORD')}
              autoComplete="new-password"
              {...field('PASSWORD')}
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
              disabled={!parsed.success}
              onClick={() => parsed.success && trial.mutate({ params, body: parsed.data })}
            >
              {t('mics.test')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}

/** Says where there is no order system, and where it is none of a hospital's. */
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
