import { Button, Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { CategoryId } from '#annotation/document'
import type { AnalysisResult } from '#contract/analysis'
import { describedKind } from '#contract/results/kinds'

import { CallError } from '../../../api/call-error.ts'
import { useLocalised } from '../../../i18n/localised.ts'
import { useProblemText } from '../../../i18n/problem-text.ts'
import { DialogButtons } from '../../../ui/dialog-buttons.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { IconPolygon } from '../../../ui/icons.ts'
import { useEditorContext } from '../editor-context.ts'
import { addNewCategories } from './new-categories.ts'
import { categoryNamed, partsToTurn, turnIntoAnnotations } from './result-annotation.ts'
import { useAreaName } from './use-area-name.ts'

interface ResultAnnotationButtonProps {
  result: AnalysisResult
  onDone: () => void
}

/** Turns the areas of a result into annotations, after asking for their categories. */
export function ResultAnnotationButton({ result, onDone }: ResultAnnotationButtonProps) {
  const { t } = useTranslation()
  const localised = useLocalised()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        fullWidth
        leftSection={<IconPolygon size={16} />}
        onClick={() => setAsking(true)}
      >
        {t('annotations.turn.button', { count: partsToTurn(result).length })}
      </Button>
      <Dialog
        title={t('annotations.turn.title', {
          name: localised(describedKind(result.kind).title),
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

/** Target of an area: an existing category, a new one with the area's name, or none. */
type Choice = CategoryId | 'new' | 'none'

function choiceOf(value: string): Choice {
  return value === 'new' || value === 'none' ? value : Number(value)
}

function CategoriesForm({ result, onCancel, onDone }: CategoriesFormProps) {
  const { t } = useTranslation()
  const context = useEditorContext()
  const client = useQueryClient()
  const problemText = useProblemText()
  const { categories } = context.data
  const areas = partsToTurn(result)
  const nameOf = useAreaName()
  const [chosen, setChosen] = useState<ReadonlyMap<string, Choice>>(
    () => new Map(areas.map((area) => [area, categoryNamed(area, categories)?.id ?? 'new'])),
  )
  const [inPieces, setInPieces] = useState(describedKind(result.kind).inPieces === true)
  const [isBusy, setBusy] = useState(false)
  const turn = async () => {
    setBusy(true)
    try {
      await turnIntoAnnotations(
        { result, categories: await categoriesOf(chosen), inPieces },
        context,
      )
      onDone()
    } catch (error) {
      setBusy(false)
      notifications.show({
        title: t('annotations.turn.failed'),
        message: error instanceof CallError ? problemText(error) : String(error),
        color: 'red',
        autoClose: 10_000,
      })
    }
  }
  const categoriesOf = async (choices: ReadonlyMap<string, Choice>) => {
    const unnamed = areas.filter((area) => choices.get(area) === 'new').map(nameOf)
    const made = await addNewCategories(unnamed, context, client)
    return new Map(
      [...choices].flatMap(([area, choice]) => {
        const id = choice === 'new' ? made.get(nameOf(area)) : choice
        return id === undefined || id === 'none' ? [] : [[area, id] as const]
      }),
    )
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void turn()
  }
  const optionsFor = (area: string) => [
    ...(areas.length > 1 ? [{ value: 'none', label: t('annotations.turn.leaveOut') }] : []),
    ...(categoryNamed(area, categories) === undefined
      ? [{ value: 'new', label: t('annotations.turn.newCategory', { name: nameOf(area) }) }]
      : []),
    ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {areas.map((area, i) => (
          <NativeSelect
            key={area}
            label={areas.length > 1 ? nameOf(area) : t('annotations.turn.category')}
            value={String(chosen.get(area))}
            data={optionsFor(area)}
            onChange={({ currentTarget: { value } }) =>
              setChosen(new Map(chosen).set(area, choiceOf(value)))
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
