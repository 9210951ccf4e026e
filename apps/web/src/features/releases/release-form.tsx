import {
  Checkbox,
  Fieldset,
  Group,
  NumberInput,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { CallInput } from '../../api/call.ts'
import {
  type ReleaseContent,
  releaseContents,
  releaseImages,
  type ReleaseImages,
  type startRelease,
  type TextChecks,
} from '#contract/releases'

import { ChoiceSelect } from '../../ui/choice-select.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { fieldsOf, textChecks } from './api.ts'

type Wanted = CallInput<typeof startRelease>['body']

interface ReleaseFormProps {
  datasetId: number
  bearsIdentity: boolean
  busy: boolean
  onSubmit: (wanted: Wanted) => void
  onClose: () => void
}

const partNames = ['train', 'validation', 'test'] as const
const none = ''

/** Asks what a release is called and holds. */
export function ReleaseForm({ datasetId, bearsIdentity, busy, ...on }: ReleaseFormProps) {
  const { t, i18n } = useTranslation()
  const fields = useQuery(fieldsOf(datasetId)).data?.fields ?? []
  const [texts, setTexts] = useState({ title: '', description: '', licence: '', notes: '' })
  const [images, setImages] = useState<ReleaseImages>('png')
  const [side, setSide] = useState(1024)
  const [contents, setContents] = useState<readonly ReleaseContent[]>(['coco'])
  const [shares, setShares] = useState({ train: 70, validation: 10, test: 20 })
  const [seed, setSeed] = useState(1)
  const [stratum, setStratum] = useState(none)
  const [reason, setReason] = useState('')
  const checks = useQuery(textChecks(datasetId)).data
  const onlyChecked = takesCheckedOnly(images, bearsIdentity)
  const sum = shares.train + shares.validation + shares.test
  const needsReason = images === 'original' && bearsIdentity
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    on.onSubmit({
      ...texts,
      images,
      longest_side: side,
      contents: [...contents],
      shares,
      seed,
      stratified_by: stratum === none ? null : stratum,
      reason: needsReason ? reason : '',
    })
  }
  const language = i18n.language === 'ko' ? 'ko' : 'en'
  const strata = [
    { value: none, label: t('releases.noStratum') },
    ...fields.map(({ field }) => ({ value: field.key, label: field.words[language] })),
  ]
  const written = (name: keyof typeof texts) => ({
    label: t(`releases.${name}`),
    value: texts[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setTexts({ ...texts, [name]: event.currentTarget.value }),
  })
  return (
    <Dialog opened title={t('releases.make')} onClose={on.onClose}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('releases.about')}
          </Text>
          <TextInput {...written('title')} required maxLength={200} />
          <Textarea {...written('description')} autosize minRows={2} maxLength={5000} />
          <TextInput
            {...written('licence')}
            description={t('releases.licenceHint')}
            maxLength={200}
          />
          <ChoiceSelect
            label={t('releases.images')}
            description={t(`releases.aboutImages.${images}`)}
            data={releaseImages.map((value) => ({
              value,
              label: t(`releases.imageForms.${value}`),
            }))}
            value={images}
            onChange={setImages}
          />
          {images === 'png' && (
            <NumberInput
              label={t('releases.longestSide')}
              min={64}
              max={8192}
              allowDecimal={false}
              value={side}
              onChange={(value) => setSide(Number(value))}
            />
          )}
          {onlyChecked && <CheckedNote checks={checks} />}
          {needsReason && (
            <Textarea
              label={t('releases.reason')}
              description={t('releases.reasonHint')}
              required
              autosize
              minRows={2}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
          <Checkbox.Group
            label={t('releases.contents')}
            description={t('releases.contentsHint')}
            value={[...contents]}
            onChange={(chosen) =>
              setContents(releaseContents.filter((each) => chosen.includes(each)))
            }
          >
            <Stack gap="xs" mt="xs">
              {releaseContents.map((each) => (
                <Checkbox key={each} value={each} label={t(`releases.contentNames.${each}`)} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Fieldset legend={t('releases.parts')}>
            <Text size="sm" c="dimmed" mb="xs">
              {t('releases.partsHint')}
            </Text>
            <Group gap="sm" grow align="flex-start">
              {partNames.map((part) => (
                <NumberInput
                  key={part}
                  label={t(`releases.partNames.${part}`)}
                  suffix=" %"
                  min={0}
                  max={100}
                  allowDecimal={false}
                  value={shares[part]}
                  onChange={(value) => setShares({ ...shares, [part]: Number(value) })}
                />
              ))}
            </Group>
            {sum !== 100 && (
              <Text size="sm" c="red" mt="xs" role="alert">
                {t('releases.sum', { sum })}
              </Text>
            )}
            <Group gap="sm" grow mt="sm" align="flex-start">
              <ChoiceSelect
                label={t('releases.stratified')}
                data={strata}
                value={stratum}
                onChange={setStratum}
              />
              <NumberInput
                label={t('releases.seed')}
                min={0}
                max={2_147_483_647}
                allowDecimal={false}
                value={seed}
                onChange={(value) => setSeed(Number(value))}
              />
            </Group>
          </Fieldset>
          <Textarea {...written('notes')} autosize minRows={2} maxLength={5000} />
        </Stack>
        <DialogButtons
          submit={t('releases.makeIt')}
          busy={busy}
          disabled={
            sum !== 100 ||
            isBlank(texts.title) ||
            (needsReason && isBlank(reason)) ||
            (onlyChecked && hasNone(checks))
          }
          onCancel={on.onClose}
        />
      </form>
    </Dialog>
  )
}

/** Whether only images come into a release whose pictures a person has checked for text. */
function takesCheckedOnly(images: ReleaseImages, bearsIdentity: boolean): boolean {
  return images === 'deidentified' || (images === 'png' && bearsIdentity)
}

function hasNone(checks: TextChecks | undefined): boolean {
  return checks?.checked === 0
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** How many images a release can have; none until somebody has looked at their pictures. */
function CheckedNote({ checks }: { checks: TextChecks | undefined }) {
  const { t } = useTranslation()
  if (checks === undefined) return null
  const { checked, unchecked } = checks
  return (
    <Text size="sm" c={hasNone(checks) ? 'red' : 'dimmed'}>
      {t('releases.onlyChecked')} {t('releases.checkedOf', { checked, total: checked + unchecked })}
    </Text>
  )
}
