import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { discardCorrection, remeasure } from '#contract/analysis'

import { DialogButtons } from '../../../ui/dialog-buttons.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { IconRulerMeasure } from '../../../ui/icons.ts'
import { type AnnotatorData, useDiscardCorrection, useRemeasure } from '../api.ts'
import { useEditorContext } from '../editor-context.ts'
import { categoryNamed } from './result-annotation.ts'
import { countWithoutArea } from './without-area.ts'

const areas = ['arterioles', 'venules', 'disc', 'cup'] as const

/** Measures annotations instead of the areas from the analysis. */
export function CorrectionButton() {
  const { t } = useTranslation()
  const { data, may } = useEditorContext()
  const [isAsking, setAsking] = useState(false)
  if (data.categories.length === 0 || !may(remeasure)) return null
  return (
    <>
      <Button
        size="xs"
        variant="default"
        fullWidth
        leftSection={<IconRulerMeasure size={16} />}
        onClick={() => setAsking(true)}
      >
        {t('analysis.correction.button')}
      </Button>
      <Dialog
        title={t('analysis.correction.title')}
        opened={isAsking}
        onClose={() => setAsking(false)}
      >
        <CorrectionForm onClose={() => setAsking(false)} />
      </Dialog>
    </>
  )
}

function CorrectionForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { annotator, data } = useEditorContext()
  const { image, categories } = data
  const measure = useRemeasure(image.id)
  const used = categories.filter(({ id }) =>
    [...annotator.editor.state.document.annotations.values()].some((a) => a.categoryId === id),
  )
  const [chosen, setChosen] = useState(() =>
    Object.fromEntries(areas.map((area) => [area, categoryFor(area, used)?.id ?? null] as const)),
  )
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    // The server measures its own state, so unsaved changes must reach it first.
    await annotator.saving.saveNow()
    const { arterioles = null, venules = null, disc = null, cup = null } = chosen
    measure.mutate(
      { query: { original_id: image.id }, body: { arterioles, venules, disc, cup } },
      { onSuccess: onClose },
    )
  }
  const notMeasured = countWithoutArea(annotator.editor.state.document, Object.values(chosen))
  const optionsFor = (area: (typeof areas)[number]) => [
    { value: '', label: t(`analysis.correction.${area === 'cup' ? 'notDrawn' : 'asFound'}`) },
    ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <Text size="sm">{t('analysis.correction.explanation')}</Text>
        {areas.map((area) => (
          <NativeSelect
            key={area}
            label={t(`analysis.correction.${area}`)}
            value={String(chosen[area] ?? '')}
            data={optionsFor(area)}
            onChange={({ currentTarget: { value } }) =>
              setChosen({ ...chosen, [area]: value === '' ? null : Number(value) })
            }
          />
        ))}
        {notMeasured > 0 && (
          <Text size="sm" c="orange">
            {t('analysis.correction.withoutArea', { count: notMeasured })}
          </Text>
        )}
        <DialogButtons
          submit={t('analysis.correction.submit')}
          busy={measure.isPending}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}

/** The category that stands for the structure, else one that is named like it. */
function categoryFor(area: (typeof areas)[number], used: AnnotatorData['categories']) {
  return used.find(({ role }) => role === area) ?? categoryNamed(area, used)
}

/** Returns to the areas from the analysis; the annotations remain. */
export function DiscardCorrection() {
  const { t } = useTranslation()
  const { data, may } = useEditorContext()
  const { image } = data
  const discard = useDiscardCorrection(image.id)
  if (!may(discardCorrection)) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={discard.isPending}
      onClick={() => discard.mutate({ query: { original_id: image.id } })}
    >
      {t('analysis.correction.discard')}
    </Button>
  )
}
