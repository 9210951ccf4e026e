import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'

import type { WorkCase } from '#contract/assignments'
import type { FieldValues } from '#contract/fields/value'
import { valueInWords } from '#contract/fields/words'
import type { Photograph } from '#contract/images'

import { currentLanguage } from '../../i18n/i18n.ts'
import { NoteDialog } from './note-dialog.tsx'
import { progressOf, usePauseCase, useReferCase, useSubmitCase, workCase } from './api.ts'
import { ProgressBar } from './progress-bar.tsx'
import classes from './work-part.module.css'

interface WorkPartProps {
  imageId: number
  /** Saves everything. @returns whether the server has it all */
  save: () => Promise<boolean>
  openImage: (id: number) => void
  /** Called with the function that submits the case; null if there is none to submit. */
  onSubmittable: (submit: (() => void) | null) => void
  /** Called with the image to go on with; null if there is none. */
  onNext: (photograph: Photograph | null) => void
}

/** The viewer's case at an image: submits, leaves or refers it, and goes on to the next. */
export function WorkPart({ imageId, ...props }: WorkPartProps) {
  const { data } = useQuery(workCase(imageId))
  if (data === undefined || data === null) return null
  return <CasePanel at={data} imageId={imageId} {...props} />
}

interface CasePanelProps extends WorkPartProps {
  at: WorkCase
}

function CasePanel({ at, imageId, save, openImage, onSubmittable, onNext }: CasePanelProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const submission = useSubmitCase()
  const pause = usePauseCase()
  const referral = useReferCase()
  const [isReferring, setReferring] = useState(false)
  const { work, state, note, next_image: ahead } = at
  const { total } = progressOf(work.cases)
  const isOpen = !work.closed && (state === 'open' || state === 'paused')
  const isBusy = submission.isPending || pause.isPending || referral.isPending
  const goOn = ({ next_image_id: next }: { next_image_id: number | null }) => {
    if (next !== null) return openImage(next)
    notifications.show({
      message: t('assignments.finished', { name: work.name }),
      color: 'green',
    })
    void navigate('/work')
  }
  /** Nothing is submitted that the server does not have. */
  const afterSaving = async (move: () => void) => {
    if (await save()) return move()
    notifications.show({ message: t('assignments.notSaved'), color: 'yellow' })
  }
  const params = { id: at.id }
  const submit = () => void afterSaving(() => submission.mutate({ params }, { onSuccess: goOn }))
  useEffect(() => {
    onSubmittable(isOpen && !isBusy ? submit : null)
    return () => onSubmittable(null)
  })
  useEffect(() => {
    onNext(ahead)
    return () => onNext(null)
  }, [onNext, ahead])
  return (
    <section className={classes['part']} aria-label={t('assignments.work')}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text fw={600} size="sm" truncate title={work.name}>
            {work.name}
          </Text>
          <Text size="xs" c="dimmed" className={classes['fixed'] ?? ''}>
            {t('assignments.case', { position: at.position, total })}
          </Text>
        </Group>
        <ProgressBar cases={work.cases} label={work.name} />
        <CaseNote state={state} note={note} />
        {at.answers !== null && <Answers fields={at.fields} answers={at.answers} />}
        {at.confirmation !== null && <Confirmation state={at.confirmation} imageId={imageId} />}
        {work.instructions !== '' && (
          <details className={classes['instructions']}>
            <summary>{t('assignments.instructions')}</summary>
            <p>{work.instructions}</p>
          </details>
        )}
        {isOpen ? (
          <Group gap="xs">
            <Button size="xs" loading={submission.isPending} disabled={isBusy} onClick={submit}>
              {t('assignments.submit')}
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={isBusy}
              onClick={() => void afterSaving(() => pause.mutate({ params }, { onSuccess: goOn }))}
            >
              {t('assignments.pause')}
            </Button>
            <Button size="xs" variant="subtle" disabled={isBusy} onClick={() => setReferring(true)}>
              {t('assignments.refer')}
            </Button>
          </Group>
        ) : (
          work.next_image_id !== null && (
            <Button size="xs" variant="default" onClick={() => goOn(work)}>
              {t('assignments.next')}
            </Button>
          )
        )}
      </Stack>
      {isReferring && (
        <NoteDialog
          title={t('assignments.referTitle')}
          hint={t('assignments.referHint')}
          label={t('assignments.referWhy')}
          submit={t('assignments.referSubmit')}
          busy={referral.isPending}
          onSubmit={(text) =>
            void afterSaving(() =>
              referral.mutate(
                { params, body: { note: text } },
                {
                  onSuccess: (next) => {
                    setReferring(false)
                    goOn(next)
                  },
                },
              ),
            )
          }
          onClose={() => setReferring(false)}
        />
      )}
    </section>
  )
}

/** Where the case stands if it is not simply open, and why. */
function CaseNote({ state, note }: Pick<WorkCase, 'state' | 'note'>) {
  const { t } = useTranslation()
  if (state === 'open' && note === '') return null
  const isHandedBack = state === 'open'
  return (
    <Group gap="xs">
      <Badge variant="light" color={isHandedBack ? 'orange' : 'gray'}>
        {isHandedBack ? t('assignments.handedBack') : t(`assignments.states.${state}`)}
      </Badge>
      {note !== '' && <Text size="sm">{note}</Text>}
    </Group>
  )
}

interface ConfirmationProps {
  state: NonNullable<WorkCase['confirmation']>
  imageId: number
}

/** Whether the reader has reviewed the result, and the way to the report, where that is done. */
function Confirmation({ state, imageId }: ConfirmationProps) {
  const { t } = useTranslation()
  return (
    <Group gap="xs">
      <Text size="sm">
        {state === 'given' ? t('assignments.confirmationGiven') : t('assignments.toConfirm')}
      </Text>
      <Anchor component={Link} to={`/report/${imageId}#review`} size="sm">
        {t('assignments.openReport')}
      </Anchor>
    </Group>
  )
}

/** The answer key of a submitted case. */
function Answers({ fields, answers }: { fields: WorkCase['fields']; answers: FieldValues }) {
  const { t } = useTranslation()
  const language = currentLanguage()
  return (
    <div>
      <Text size="xs" fw={600}>
        {t('assignments.answers')}
      </Text>
      {fields.map(({ field }) => {
        const answer = answers[field.key]
        return answer === undefined ? null : (
          <Text key={field.key} size="xs">
            {field.words[language]}: {valueInWords(field, answer, language)}
          </Text>
        )
      })}
    </div>
  )
}
