import { ActionIcon, Button, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Dataset } from '#contract/datasets'
import { ScaleRules } from '#contract/patient-data'

import { EmptyState } from '../../ui/empty-state.tsx'
import { IconPlus, IconTableImport, IconTrash } from '../../ui/icons.ts'
import { Place } from '../../ui/place.tsx'
import { Section } from '../../ui/section.tsx'
import { useSaveScales } from './api.ts'
import { noScale, type ScaleFields, scaleFieldsOf, scaleIn } from './form-fields.ts'
import classes from './patient-data.module.css'
import { ScaleInputs } from './scale-inputs.tsx'
import { TableDialog } from './table-dialog.tsx'

interface RuleFields {
  readonly key: number
  readonly manufacturer: string
  readonly model: string
  readonly width: string
  readonly scale: ScaleFields
}

/** The scales of a dataset's cameras, and the table of patient data, for its owner. */
export function PatientDataSection({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={t('patientData.section')}>
      <Stack gap="lg">
        <Place name="scales">
          <Scales dataset={dataset} />
        </Place>
        <div>
          <Text size="sm" mb="xs">
            {t('patientData.table.what')}
          </Text>
          <Button
            variant="default"
            leftSection={<IconTableImport size={16} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t('patientData.table.open')}
          </Button>
        </div>
      </Stack>
      {isOpen && <TableDialog datasetId={dataset.id} onClose={() => setOpen(false)} />}
    </Section>
  )
}

function Scales({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation()
  const save = useSaveScales(dataset.id)
  const [rules, setRules] = useState<readonly RuleFields[]>(() =>
    dataset.settings.SCALES.map(({ manufacturer, model, image_width: width, scale }, key) => ({
      key,
      manufacturer,
      model,
      width: String(width),
      scale: scaleFieldsOf(scale),
    })),
  )
  const set = (key: number, change: Partial<RuleFields>) =>
    setRules(rules.map((rule) => (rule.key === key ? { ...rule, ...change } : rule)))
  const add = () =>
    setRules([
      ...rules,
      {
        key: Math.max(-1, ...rules.map(({ key }) => key)) + 1,
        manufacturer: '',
        model: '',
        width: '',
        scale: { ...noScale, form: 'field' },
      },
    ])
  const wanted = ScaleRules.safeParse(
    rules.map(({ manufacturer, model, width, scale }) => ({
      manufacturer,
      model,
      image_width: Number(width),
      scale: scaleIn(scale),
    })),
  )
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!wanted.success) return
    const body = { settings: { SCALES: wanted.data } }
    save.mutate({ params: { id: dataset.id }, body })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{t('patientData.scales.hint')}</Text>
        {rules.length === 0 && <EmptyState title={t('patientData.scales.none')} />}
        {rules.map(({ key, ...rule }, index) => (
          <fieldset key={key} className={classes['scale']}>
            <legend>{t('patientData.scales.rule', { number: index + 1 })}</legend>
            <Stack gap="xs">
              <Group align="flex-end" wrap="nowrap" className={classes['rule'] ?? ''}>
                <TextInput
                  label={t('patientData.scales.manufacturer')}
                  placeholder={t('patientData.scales.any')}
                  value={rule.manufacturer}
                  onChange={({ currentTarget }) => set(key, { manufacturer: currentTarget.value })}
                />
                <TextInput
                  label={t('patientData.scales.model')}
                  placeholder={t('patientData.scales.any')}
                  value={rule.model}
                  onChange={({ currentTarget }) => set(key, { model: currentTarget.value })}
                />
                <NumberInput
                  label={t('patientData.scales.width')}
                  hideControls
                  allowDecimal={false}
                  min={50}
                  max={30_000}
                  value={rule.width}
                  onChange={(value) => set(key, { width: String(value) })}
                />
                <ActionIcon
                  size="lg"
                  variant="subtle"
                  color="red"
                  aria-label={t('patientData.scales.remove', { number: index + 1 })}
                  onClick={() => setRules(rules.filter((each) => each.key !== key))}
                >
                  <IconTrash size={18} />
                </ActionIcon>
              </Group>
              <ScaleInputs fields={rule.scale} onChange={(scale) => set(key, { scale })} />
            </Stack>
          </fieldset>
        ))}
        <Group>
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
            {t('patientData.scales.add')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!wanted.success}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
