import { ColorInput, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Category } from '#contract/categories'
import { Color } from '#contract/primitives'

import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { useCreateCategory, useUpdateCategory } from './api.ts'
import { colourAfter, defaultColours } from './default-colours.ts'
import { KeypointEditor } from './keypoint-editor.tsx'
import { problemsOf, toFields, toKeypoints } from './keypoints.ts'

interface CategoryDialogProps {
  /** The category to edit; null to create one. */
  category: Category | null
  /** Number of existing categories, which selects the first colour to offer. */
  count: number
  onClose: () => void
}

export function CategoryDialog({ category, count, onClose }: CategoryDialogProps) {
  const { t } = useTranslation()
  const create = useCreateCategory()
  const update = useUpdateCategory()
  const { fields, field } = useFields({
    name: category?.name ?? '',
    supercategory: category?.supercategory ?? '',
  })
  const [color, setColor] = useState(category?.color ?? colourAfter(count))
  const [keypoints, setKeypoints] = useState(category ? toKeypoints(category) : [])
  const validColor = Color.safeParse(color).success
  const validKeypoints =
    problemsOf(keypoints).size === 0 &&
    keypoints.every((keypoint) => Color.safeParse(keypoint.color).success)
  const valid = fields.name.trim() !== '' && validColor && validKeypoints
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!valid) return
    const body = { ...fields, color, ...toFields(keypoints) }
    if (category === null) create.mutate({ body }, { onSuccess: onClose })
    else update.mutate({ params: { id: category.id }, body }, { onSuccess: onClose })
  }
  const title =
    category === null
      ? t('categories.createTitle')
      : t('categories.editTitle', { name: category.name })
  return (
    <Dialog opened title={title} size="xl" onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label={t('categories.name')}
            withAsterisk
            data-autofocus
            maxLength={100}
            {...field('name')}
          />
          <TextInput
            label={t('categories.supercategory')}
            maxLength={100}
            {...field('supercategory')}
          />
          <ColorInput
            label={t('categories.color')}
            value={color}
            withEyeDropper={false}
            swatches={[...defaultColours]}
            error={!validColor && t('categories.colorInvalid')}
            onChange={setColor}
          />
          <KeypointEditor keypoints={keypoints} onChange={setKeypoints} />
        </Stack>
        <DialogButtons
          submit={t(category === null ? 'common.create' : 'common.save')}
          busy={create.isPending || update.isPending}
          disabled={!valid}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
