import { Button, NativeSelect, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPolygon } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { AnalysisResult } from '#contract/analysis'

import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useBench } from './bench.ts'
import { likelyCategory, turnIntoAnnotation } from './result-annotation.ts'

interface ResultAnnotationButtonProps {
  result: AnalysisResult
  onDone: () => void
}

/** Makes an annotation of what a result shows, after asking for its category. */
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
        {t('annotations.turn.button')}
      </Button>
      {!hasCategories && (
        <Text size="xs" c="dimmed">
          {t('annotations.turn.noCategories')}
        </Text>
      )}
      <Dialog
        title={t('annotations.turn.title', { name: t(`annotations.kinds.${result.kind}`) })}
        opened={isAsking}
        onClose={() => setAsking(false)}
      >
        <CategoryForm result={result} onCancel={() => setAsking(false)} onDone={onDone} />
      </Dialog>
    </>
  )
}

interface CategoryFormProps extends ResultAnnotationButtonProps {
  onCancel: () => void
}

function CategoryForm({ result, onCancel, onDone }: CategoryFormProps) {
  const { t } = useTranslation()
  const bench = useBench()
  const [category, setCategory] = useState(() => likelyCategory(result, bench))
  const [isBusy, setBusy] = useState(false)
  const turn = async () => {
    if (category === null) return
    setBusy(true)
    try {
      await turnIntoAnnotation(result, category, bench)
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
  return (
    <form onSubmit={submit}>
      <NativeSelect
        label={t('annotations.turn.category')}
        description={t('annotations.turn.explanation')}
        value={String(category)}
        onChange={({ currentTarget }) => setCategory(Number(currentTarget.value))}
        data={bench.data.categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        data-autofocus
      />
      <DialogButtons submit={t('annotations.turn.submit')} busy={isBusy} onCancel={onCancel} />
    </form>
  )
}
