import { Alert, NativeSelect, NumberInput, Skeleton, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { shownIso } from '#clock/clock-time'
import type { PatientDataField, PatientDataOfImage, PatientField } from '#contract/patient-data'

import { decimal } from '../../i18n/format.ts'
import { momentText } from '../../i18n/time.ts'
import { DayInput } from '../../ui/day-input.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { TimeInput } from '../../ui/time-input.tsx'
import { type OfImage, patientDataOf, useStatePatientData } from './api.ts'
import {
  changesIn,
  type FormFields,
  formFieldsOf,
  hasReadableDays,
  scaleIn,
} from './form-fields.ts'
import classes from './patient-data.module.css'
import { ScaleInputs } from './scale-inputs.tsx'

interface PatientDataFormProps {
  image: OfImage
  onDone: () => void
}

/** The current patient, eye, time and scale of an image and the file's own values, for correction. */
export function PatientDataForm({ image, onDone }: PatientDataFormProps) {
  const { t } = useTranslation()
  const query = useQuery(patientDataOf(image))
  if (query.data !== undefined) {
    return <Form image={image} data={query.data} onDone={onDone} />
  }
  if (query.error === null) return <Skeleton height={320} />
  return <QueryFailed title={t('patientData.loadFailed')} query={query} />
}

function Form({ image, data, onDone }: PatientDataFormProps & { data: PatientDataOfImage }) {
  const { t } = useTranslation()
  const save = useStatePatientData(image, { success: t('patientData.saved') })
  // Changes by colleagues do not overwrite what the user is typing.
  const [before] = useState(() => formFieldsOf(data.fields))
  const [fields, setFields] = useState(before)
  const set = (change: Partial<FormFields>) => setFields((now) => ({ ...now, ...change }))
  const changes = changesIn(before, fields)
  const isOtherPatient =
    changes.patient_id !== undefined && (before.patient_id !== '' || data.was_sent)
  const isIncomplete = !hasReadableDays(fields) || scaleIn(fields.scale) === undefined
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    save.mutate({ params: { id: image.id }, body: changes }, { onSuccess: onDone })
  }
  const about = (name: PatientField): ReactNode => {
    const said = data.fields.find(({ field }) => field === name)
    return said?.stated ? <Origin {...said} stated={said.stated} /> : undefined
  }
  const text = (name: 'patient_id' | 'patient_name' | 'birth_date') => ({
    label: t(`patientData.fields.${name}`),
    description: about(name),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input')[],
    value: fields[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      set({ [name]: currentTarget.value }),
  })
  const choice = (name: 'sex' | 'eye', values: readonly string[]) => ({
    ...text(name as 'patient_id'),
    label: t(`patientData.fields.${name}`),
    data: ['', ...values].map((value) => ({
      value,
      label: t(`patientData.values.${value === '' ? 'unknown' : value}` as 'patientData.values.F'),
    })),
  })
  const number = (name: 'age' | 'axial_length' | 'refraction') => ({
    label: t(`patientData.fields.${name}`),
    description: about(name),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input')[],
    hideControls: true,
    value: fields[name],
    onChange: (value: string | number) => set({ [name]: String(value) }),
  })
  return (
    <form noValidate onSubmit={submit} className={classes['form']}>
      <Text size="sm">{t('patientData.hint')}</Text>
      <div className={classes['fields']}>
        <TextInput {...text('patient_id')} data-autofocus />
        <TextInput {...text('patient_name')} />
        <DayInput {...text('birth_date')} onChange={(day) => set({ birth_date: day })} />
        <NumberInput {...number('age')} min={0} max={129} allowDecimal={false} />
        <NativeSelect {...choice('sex', ['F', 'M', 'O'])} />
        <NativeSelect {...choice('eye', ['R', 'L'])} />
        <div className={classes['wide']}>
          <div className={classes['pair']}>
            <DayInput
              label={t('patientData.fields.taken_at')}
              value={fields.taken_day}
              onChange={(day) => set({ taken_day: day })}
            />
            <TimeInput
              aria-label={t('patientData.time')}
              value={fields.taken_time}
              onChange={(time) => set({ taken_time: time })}
            />
          </div>
          {about('taken_at')}
        </div>
      </div>
      {isOtherPatient && (
        <Alert color="yellow" title={t('patientData.otherPatientTitle')}>
          {t(data.was_sent ? 'patientData.otherPatientSent' : 'patientData.otherPatient')}
        </Alert>
      )}
      <fieldset className={classes['scale']}>
        <legend>{t('patientData.scale.title')}</legend>
        <ScaleInputs allowsNone fields={fields.scale} onChange={(scale) => set({ scale })} />
        <div className={classes['lengths']}>
          <NumberInput {...number('axial_length')} min={15} max={40} decimalScale={2} />
          <NumberInput {...number('refraction')} min={-30} max={20} decimalScale={2} />
        </div>
        <ScaleNote data={data} isStated={fields.scale.form !== 'none'} />
      </fieldset>
      <DialogButtons
        submit={t('common.save')}
        busy={save.isPending}
        disabled={Object.keys(changes).length === 0 || isIncomplete}
        onCancel={onDone}
      />
    </form>
  )
}

type Said = Pick<PatientDataField, 'filed'> & {
  readonly stated: NonNullable<PatientDataField['stated']>
}

/** Who stated a value, and the value in the file. */
function Origin({ stated, filed }: Said) {
  const { t } = useTranslation()
  return (
    <span className={classes['origin']}>
      {t('patientData.stated', { name: stated.by, when: momentText(stated.at) })}{' '}
      {filed === null || typeof filed === 'object'
        ? t('patientData.filedNothing')
        : t('patientData.filed', { value: shownIso(String(filed)) })}
    </span>
  )
}

function ScaleNote({
  data: { scale, fields },
  isStated,
}: {
  data: PatientDataOfImage
  isStated: boolean
}) {
  const { t } = useTranslation()
  const said = fields.find(({ field }) => field === 'scale')
  return (
    <div className={classes['notes']}>
      {scale === null ? (
        !isStated && <Text size="xs">{t('patientData.scale.none')}</Text>
      ) : (
        <Text size="xs">
          {t('patientData.scale.now', {
            micrometres: decimal(scale.micrometres_per_pixel, 2),
            origin: t(`patientData.scale.origins.${scale.origin}`),
          })}
        </Text>
      )}
      {said?.stated && <Origin {...said} stated={said.stated} />}
    </div>
  )
}
