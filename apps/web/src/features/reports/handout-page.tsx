import {
  Alert,
  Anchor,
  Button,
  Group,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  Textarea,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { type Handout, writeAdvice } from '#contract/handouts'
import { statePatientData } from '#contract/patient-data'
import { describeOtherEye } from '#report/eye'
import { describeHandout } from '#report/handout'
import { moment, writingIn, type Writing } from '#report/language'

import { useShowCurrentDataset } from '../../api/current-dataset.ts'
import { useMay } from '../../api/rights.ts'
import { currentLanguage, languages, type Language } from '../../i18n/i18n.ts'
import { readersZone } from '../../i18n/time.ts'
import { ExampleMark } from '../../ui/example-mark.tsx'
import { IconAlertTriangle, IconFileTypePdf } from '../../ui/icons.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { handoutAddress, handoutOf, photographAddress, useAdvice, useLiveReport } from './api.ts'
import classes from './handout.module.css'
import { Pairs } from './pairs.tsx'
import type { HandoutParts } from './report-parts.ts'
import { Statement } from './statements.tsx'
import { useDraft } from './use-draft.ts'
import { useWriting } from './use-writing.ts'

const pictureWidth = 1024

/** One page in plain words for the patient, and the next steps that a clinician writes for it. */
export function HandoutPage({ imageId, parts }: { imageId: number; parts: HandoutParts }) {
  const { t } = useTranslation()
  const [language, setLanguage] = useState<Language>(currentLanguage)
  const { data, error, refetch } = useQuery(handoutOf(imageId))
  useLiveReport(data?.dataset.id)
  useShowCurrentDataset(data && { ...data.dataset, rights: data.rights })
  return (
    <Page
      title={t('report.handout.open')}
      aside={data?.dataset.example === true && <ExampleMark />}
      actions={
        <Group gap="sm" className={classes['actions']}>
          <Anchor component={Link} to={`/report/${imageId}`}>
            {t('report.open')}
          </Anchor>
          <SegmentedControl
            aria-label={t('report.handout.language')}
            value={language}
            onChange={setLanguage}
            data={(Object.keys(languages) as Language[]).map((value) => ({
              value,
              label: t(`report.handout.languages.${value}`),
            }))}
          />
          {data?.blocked === null && (
            <Button
              component="a"
              href={handoutAddress(imageId, language)}
              download
              leftSection={<IconFileTypePdf size={16} />}
            >
              {t('report.handout.pdf')}
            </Button>
          )}
        </Group>
      }
    >
      {data === undefined && error === null && <Skeleton height={400} />}
      {data === undefined && error !== null && (
        <LoadFailed title={t('report.loadFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <div className={classes['page']}>
          {data.blocked !== null && <Blocked data={data} parts={parts} />}
          {data.eyes.length > 0 && (
            <>
              <Sheet data={data} writing={writingIn(language, readersZone())} />
              <NextSteps imageId={imageId} data={data} />
            </>
          )}
        </div>
      )}
    </Page>
  )
}

function Blocked({ data, parts }: { data: Handout; parts: HandoutParts }) {
  const { t } = useTranslation()
  const { blocked, clinicians } = data
  if (blocked === null) return null
  return (
    <Alert color="yellow" icon={<IconAlertTriangle />} title={t('report.handout.notYet')}>
      <Text size="sm">{t(`report.handout.blocked.${blocked}`)}</Text>
      <EyeInDoubt data={data} parts={parts} />
      <Text size="sm">{t('report.handout.whoConfirms', { names: clinicians.join(', ') })}</Text>
    </Alert>
  )
}

function EyeInDoubt({
  data: { dataset, blocked, eye_in_doubt: doubt },
  parts,
}: {
  data: Handout
  parts: HandoutParts
}) {
  const writing = useWriting()
  const may = useMay()
  if (doubt === null || blocked !== 'eye-in-doubt') return null
  return (
    <Stack gap="sm" mt="xs" className={classes['doubt']}>
      <Text size="sm">{describeOtherEye(doubt, writing)}</Text>
      <img
        src={photographAddress(doubt.image, pictureWidth)}
        alt={writing.words.report.photograph}
      />
      {may(statePatientData) && (
        <parts.StateEye image={{ id: doubt.image.id, dataset_id: dataset.id }} />
      )}
    </Stack>
  )
}

function Sheet({ data, writing }: { data: Handout; writing: Writing }) {
  const text = describeHandout(data, writing)
  const { handout: words } = writing.words
  return (
    <article lang={writing.language} className={classes['sheet']}>
      <h2>{text.title}</h2>
      <Pairs as="strip" facts={text.facts} />
      {text.lookedAt !== '' && <Statement title={words.lookedAt} lines={[text.lookedAt]} />}
      <div className={classes['eyes']}>
        {data.eyes.map(({ image }, i) => (
          <section key={image.id}>
            <h3>{text.eyes[i]?.name}</h3>
            {!image.missing && (
              <img
                src={photographAddress(image, pictureWidth)}
                alt={writing.words.report.photograph}
              />
            )}
            <Statement title={words.found} lines={text.eyes[i]?.found ?? []} />
          </section>
        ))}
      </div>
      <Statement title={words.sure} lines={text.sure} />
      <Statement title={words.notMeaning} lines={text.notMeaning} isWarning />
      {data.blocked === null && (
        <section className={classes['next']}>
          <h3>{words.next}</h3>
          <p>{text.next}</p>
          <Text size="xs">{text.writtenBy}</Text>
        </section>
      )}
    </article>
  )
}

function NextSteps({ imageId, data }: { imageId: number; data: Handout }) {
  const { t } = useTranslation()
  const may = useMay()
  const writing = useWriting()
  const save = useAdvice()
  const [latest, ...earlier] = data.advice
  // The draft of the clinician stays as it is when the page is fetched again or saving fails.
  const [draft, setDraft] = useDraft(imageId)
  const text = draft ?? latest?.text ?? ''
  const body = {
    text,
    reviews: data.eyes.flatMap(({ review }) => review?.id ?? []),
    previous: latest?.id ?? null,
  }
  return (
    <div className={classes['actions']}>
      <Section title={t('report.handout.nextSteps')}>
        {may(writeAdvice) ? (
          <>
            <Textarea
              label={t('report.handout.nextSteps')}
              description={t('report.handout.hint')}
              maxLength={600}
              autosize
              minRows={3}
              value={text}
              onChange={(event) => setDraft(event.currentTarget.value)}
            />
            <Button
              mt="sm"
              disabled={text.trim() === ''}
              loading={save.isPending}
              onClick={() =>
                save.mutate({ params: { id: imageId }, body }, { onSuccess: () => setDraft(null) })
              }
            >
              {t('report.handout.save')}
            </Button>
          </>
        ) : (
          <Text size="sm">
            {t('report.handout.whoConfirms', { names: data.clinicians.join(', ') })}
          </Text>
        )}
        {earlier.length > 0 && (
          <Statement
            title={t('report.handout.earlier')}
            lines={earlier.map(
              ({ text: said, by, at }) =>
                `${said} (${t('report.handout.written', { name: by.name, when: moment(at, writing) })})`,
            )}
          />
        )}
      </Section>
    </div>
  )
}
