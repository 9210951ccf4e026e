import { ColorInput, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Category } from '#contract/categories'
import { freeColour, freeColours } from '#contract/category-colours'
import { CategoryRole, describedRoles, roleByName } from '#contract/category-role'
import { Color } from '#contract/primitives'

import { useLocalised } from '../../i18n/localised.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { useCreateCategory, useUpdateCategory } from './api.ts'
import { KeypointEditor } from './keypoint-editor.tsx'
import { type Keypoint, problemsOf, toFields, toKeypoints } from './keypoints.ts'

interface CategoryDialogProps {
  /** The category to edit; null to create one. */
  category: Category | null
  /** Colours of the existing categories; a new one gets another. */
  used: readonly string[]
  onClose: () => void
}

export function CategoryDialog({ category, used, onClose }: CategoryDialogProps) {
  const { t } = useTranslation()
  const create = useCreateCategory()
  const update = useUpdateCategory()
  const { fields, field } = useFields({
    name: category?.name ?? '',
    supercategory: category?.supercategory ?? '',
  })
  const [color, setColor] = useState(category?.color ?? freeColour(used))
  const [chosenRole, setRole] = useState<CategoryRole | null | undefined>(category?.role)
  const [keypoints, setKeypoints] = useState(category ? toKeypoints(category) : [])
  const validColor = Color.safeParse(color).success
  const role = roleOf(chosenRole, fields.name)
  const valid = fields.name.trim() !== '' && validColor && areValid(keypoints)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!valid) return
    const body = { ...fields, color, role, ...toFields(keypoints) }
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
            swatches={[...freeColours]}
            error={!validColor && t('categories.colorInvalid')}
            onChange={setColor}
          />
          <RoleSelect role={role} onChange={setRole} />
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

function areValid(keypoints: readonly Keypoint[]): boolean {
  return (
    problemsOf(keypoints).size === 0 &&
    keypoints.every((keypoint) => Color.safeParse(keypoint.color).success)
  )
}

/** Until one is chosen, a new category has the role that its name means. */
function roleOf(chosen: CategoryRole | null | undefined, name: string): CategoryRole | null {
  return chosen === undefined ? roleByName(name) : chosen
}

interface RoleSelectProps {
  role: CategoryRole | null
  onChange: (role: CategoryRole | null) => void
}

/** The structure of the eye that the category stands for. */
function RoleSelect({ role, onChange }: RoleSelectProps) {
  const { t } = useTranslation()
  const localised = useLocalised()
  const options = CategoryRole.options.map((value) => {
    return { value, label: localised(describedRoles[value].words) }
  })
  return (
    <NativeSelect
      label={t('categories.role')}
      description={t('categories.roleHint')}
      value={role ?? ''}
      data={[{ value: '', label: t('categories.noRole') }, ...options]}
      onChange={({ currentTarget: { value } }) =>
        onChange(CategoryRole.safeParse(value).data ?? null)
      }
    />
  )
}
