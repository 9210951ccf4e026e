import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { IconSearch } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { foundPatient, type Which } from './api.ts'
import { Erasures } from './erasures.tsx'
import { FoundParts } from './found-parts.tsx'
import classes from './patients.module.css'

/** Everything of a patient in all datasets: find it, export it, erase it for good. */
export function PatientsPage() {
  const { t } = useTranslation()
  // Not in the address: the browser's history would keep it.
  const [which, setWhich] = useState<Which | null>(null)
  return (
    <Page title={t('patients.title')}>
      <Stack gap="lg">
        <Text size="sm" maw="50rem">
          {t('patients.intro')}
        </Text>
        <FindForm onFind={(patient_id) => setWhich({ patient_id })} />
        {which !== null && <Found which={which} onChange={setWhich} />}
        <Section title={t('patients.records')}>
          <Erasures />
        </Section>
      </Stack>
    </Page>
  )
}

function FindForm({ onFind }: { onFind: (patientId: string) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const id = text.trim()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (id !== '') onFind(id)
  }
  return (
    <search>
      <form className={classes['find']} onSubmit={submit}>
        <TextInput
          label={t('patients.patientId')}
          description={t('patients.patientIdHint')}
          autoComplete="off"
          maxLength={64}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" leftSection={<IconSearch size={16} />} disabled={id === ''}>
          {t('patients.find')}
        </Button>
      </form>
    </search>
  )
}

function Found({ which, onChange }: { which: Which; onChange: (which: Which) => void }) {
  const { t } = useTranslation()
  const query = useQuery(foundPatient(which))
  return (
    <Section title={t('patients.found', { id: which.patient_id })}>
      <QueryFailed title={t('patients.findFailed')} query={query} />
      {query.isPending && <Skeleton height={120} />}
      {query.data !== undefined && (
        <FoundParts which={which} found={query.data} onChange={onChange} />
      )}
    </Section>
  )
}
