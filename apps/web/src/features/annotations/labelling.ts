import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { CategoryId } from '#annotation/document'
import { saveAnnotatorData } from '#contract/annotations'

import { useCall } from '../../api/use-call.ts'
import type { AnnotatorData } from './api.ts'
import type { CommandContext } from './command.ts'
import { newUuid } from './new-uuid.ts'
import { recategorise } from './selection-commands.ts'

export interface ImageLabels {
  /** The categories of the image as a whole. */
  readonly labels: readonly CategoryId[]
  readonly setLabels: (labels: readonly CategoryId[]) => void
}

/** The categories of the image as a whole: what was chosen last is shown before the server has it. */
export function useImageLabels({
  id,
  dataset_id,
  category_ids,
}: AnnotatorData['image']): ImageLabels {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState({ instead: category_ids, labels: category_ids })
  const { mutate } = useCall(saveAnnotatorData, {
    title: t('annotations.labelling'),
    invalidates: [
      ['annotator', id],
      ['dataset', dataset_id],
    ],
  })
  const setLabels = (labels: readonly CategoryId[]) => {
    setChosen({ instead: category_ids, labels: [...labels] })
    const image = { id, category_ids: [...labels] }
    mutate(
      { body: { image, save_id: newUuid() } },
      { onError: () => setChosen({ instead: category_ids, labels: category_ids }) },
    )
  }
  return { labels: chosen.instead === category_ids ? chosen.labels : category_ids, setLabels }
}

/** Gives a category to what is selected; with nothing selected to the image, or takes it away. */
export function labelWith(context: CommandContext, category: CategoryId): void {
  const { annotator, labels, setLabels } = context
  const { editor } = annotator
  editor.setView({ activeCategory: category })
  if (editor.state.selected.length > 0) recategorise(context, category)
  else if (labels.includes(category)) setLabels(labels.filter((label) => label !== category))
  else setLabels([...labels, category])
}
