import { Button, Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPolygon } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { AnalysisResult } from '#contract/analysis'

import { DialogButtons } from '../../../ui/dialog-buttons.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useBench } from '../bench.ts'
import { likelyCategory, partsToTurn, turnIntoAnnotations } from './result-annotation.ts'

interface ResultAnnotationButtonProps {
  result: AnalysisResult
  onDone: () => void
}

/** Makes annotations of what a result shows, after asking for their categories. */
export function ResultAnnotationButton({ result, onDone }: ResultAnnotationButtonProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { data } = useBench()
  const hasCategories = data.categories.length > 0
  return (
    <>
      <Button
        size="xs"
        variant="default"
        fullWidth
        leftSection={<IconPolygon size={16} />}
        disabled={!hasCategories}
        onClick={() => setAsking(true)}
      >
        {t('annotations.turn.button', { count: partsToTurn(result).length })}
      </Button>
      {!hasCategories && (
        <Text size="xs" c="dimmed">
          {t('annotations.turn.noCategories')}
        </Text>
      )}
      <Dialog
        title={t('annotations.turn.title', {
          name: t(`analysis.kinds.${result.kind}`),
          count: partsToTurn(result).length,
        })}
        opened={isAsking}
        onClose={() => setAsking(false)}
      >
        <CategoriesForm result={result} onCancel={() => setAsking(false)} onDone={onDone} />
      </Dialog>
    </>
  )
}

interface CategoriesFormProps extends ResultAnnotationButtonProps {
  onCancel: () => void
}

function CategoriesForm({ result, onCancel, onDone }: CategoriesFormProps) {
  const { t } = useTranslation()
  const bench = useBench()
  const areas = partsToTurn(result)
  const names: Readonly<Record<string, string>> = t('analysis.areas', { returnObjects: true })
  const [chosen, setChosen] = useState(
    () => new Map(areas.map((area) => [area, likelyCategory(area, bench)] as const)),
  )
  const [inPieces, setInPieces] = useState(result.kind === 'lesions')
  const [isBusy, setBusy] = useState(false)
  const turn = async () => {
    setBusy(true)
    const categories = new Map(
      [...chosen].flatMap(([area, id]) => (id === null ? [] : [[area, id] as const])),
    )
    try {
      await turnIntoAnnotations({ result, categories, inPieces }, bench)
      onDone()
    } catch (error) {
      setBusy(false)
      notifications.show({
        title: t('annotations.turn.failed'),
        message: error instanceof Error ? error.message : '',
        color: 'red',
        autoClose: 10_000,
      })
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void turn()
  }
  const options = [
    ...(areas.length > 1 ? [{ value: '', label: t('annotations.turn.leaveOut') }] : []),
    ...bench.data.categories.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {areas.map((area, i) => (
          <NativeSelect
            key={area}
            label={
              areas.length > 1
                ? (names[area] ?? area.replaceAll('_', ' '))
                : t('annotations.turn.category')
            }
            value={String(chosen.get(area) ?? '')}
            data={options}
            onChange={({ currentTarget: { value } }) =>
              setChosen(new Map(chosen).set(area, value === '' ? null : Number(value)))
            }
            {...(i === 0 ? { 'data-autofocus': true } : {})}
          />
        ))}
        <Text size="xs" c="dimmed">
          {t('annotations.turn.explanation')}
        </Text>
        <Checkbox
          label={t('annotations.turn.inPieces')}
          checked={inPieces}
          onChange={({ currentTarget }) => setInPieces(currentTarget.checked)}
        />
        <DialogButtons
          submit={t('annotations.turn.submit', { count: areas.length })}
          busy={isBusy}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  )
}
