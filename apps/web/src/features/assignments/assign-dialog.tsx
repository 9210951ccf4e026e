import { Checkbox, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'

import { isCalendarDay } from '#clock/clock-time'
import type { createAssignment } from '#contract/assignments'

import { UserSelect } from '../../api/user-select.tsx'
import { currentLanguage } from '../../i18n/i18n.ts'
import { DayInput } from '../../ui/day-input.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { fieldsOfDataset, useCreateAssignment } from './api.ts'
import { allFields, askedFields, AskedPart } from './asked-part.tsx'
import { Drawing, type Draw } from './drawing.tsx'
import { noSecondLooks, type SecondLooks, SecondLooksPart } from './second-looks.tsx'

type Input = z.input<(typeof createAssignment)['body']>

/** The images to assign: those that are selected, or all that a list's filters find. */
export type Assigned = Pick<Input, 'images' | 'filter'>

interface AssignDialogProps {
  datasetId: number
  assigned: Assigned
  /** How many images that are. */
  count: number
  onClose: () => void
}

/** Assigns images of a dataset to readers. */
export function AssignDialog({ datasetId, assigned, count, onClose }: AssignDialogProps) {
  const { t } = useTranslation()
  const create = useCreateAssignment(datasetId)
  const query = useQuery(fieldsOfDataset(datasetId))
  const [name, setName] = useState('')
  const [readers, setReaders] = useState<string[]>([])
  const [blinded, setBlinded] = useState(false)
  const [asks, setAsks] = useState(allFields)
  const [due, setDue] = useState('')
  const [instructions, setInstructions] = useState('')
  const [draw, setDraw] = useState<Draw>({ size: '', stratum: null, each: '', seed: '' })
  const [looks, setLooks] = useState(noSecondLooks)
  const offered = query.data?.fields.flatMap(({ field }) =>
    field.subject === 'annotation'
      ? []
      : [{ value: field.key, label: field.words[currentLanguage()] }],
  )
  const asked = askedFields(asks, offered)
  const confirmation = asks.confirmation && !blinded
  const isComplete =
    name.trim() !== '' &&
    readers.length > 0 &&
    (asked.length > 0 || asks.outlines || confirmation) &&
    (due === '' || isCalendarDay(due))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const body: Input = {
      ...assigned,
      name,
      readers,
      blinded,
      fields: [...asked],
      outlines: asks.outlines,
      confirmation,
      instructions,
      due_on: due === '' ? null : due,
      ...drawn(draw),
      ...looking(looks, { blinded, readers }),
    }
    create.mutate({ params: { id: datasetId }, body }, { onSuccess: onClose })
  }
  return (
    <Dialog opened size="lg" title={t('assignments.addTitle')} onClose={onClose}>
      <QueryFailed title={t('common.loadFailed')} query={query} />
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">
            {assigned.images === undefined
              ? t('assignments.whichFiltered', { count })
              : t('assignments.which', { count })}
          </Text>
          <TextInput
            label={t('assignments.name')}
            required
            data-autofocus
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <UserSelect label={t('assignments.readers')} value={readers} onChange={setReaders} />
          <Checkbox
            label={t('assignments.blinded')}
            description={t('assignments.blindedHint')}
            checked={blinded}
            onChange={(event) => setBlinded(event.currentTarget.checked)}
          />
          <AskedPart offered={offered} isBlinded={blinded} value={asks} onChange={setAsks} />
          <DayInput label={t('assignments.dueDay')} value={due} onChange={setDue} />
          <Textarea
            label={t('assignments.instructions')}
            description={t('assignments.instructionsHint')}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={5000}
            value={instructions}
            onChange={(event) => setInstructions(event.currentTarget.value)}
          />
          <Drawing draw={draw} fields={offered ?? []} readers={readers.length} onChange={setDraw} />
          <SecondLooksPart
            datasetId={datasetId}
            fields={(query.data?.fields ?? []).flatMap(({ field }) =>
              asked.includes(field.key) ? [field] : [],
            )}
            readers={readers}
            isBlinded={blinded}
            asksOutlines={asks.outlines}
            value={looks}
            onChange={setLooks}
          />
        </Stack>
        <DialogButtons
          submit={t('assignments.assign')}
          busy={create.isPending}
          disabled={!isComplete}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

function drawn({ size, stratum, each, seed }: Draw): Partial<Input> {
  return {
    ...(size !== '' && {
      sample: { size, ...(stratum !== null && { stratified_by: stratum }) },
    }),
    ...(each !== '' && { readers_per_image: each }),
    ...(seed !== '' && { seed }),
  }
}

/** What applies of the choices: some are offered only for several or for blinded readers. */
function looking(
  looks: SecondLooks,
  { blinded, readers }: { blinded: boolean; readers: readonly string[] },
): Partial<Input> {
  const isCompared = readers.length > 1
  const { adjudicators, leastDice, regrades, answerKey, passFrom } = looks
  return {
    tolerances: Object.fromEntries(
      Object.entries(looks.tolerances).flatMap(([key, most]) => (most === '' ? [] : [[key, most]])),
    ),
    ...(isCompared && { adjudicators, hides_readers: looks.hidesReaders }),
    ...(isCompared && leastDice !== '' && { least_dice: leastDice }),
    ...(blinded && regrades !== '' && { regrade_share: regrades / 100 }),
    ...(answerKey !== null && { answer_key: Number(answerKey) }),
    ...(answerKey !== null && passFrom !== '' && { pass_share: passFrom / 100 }),
  }
}
