import { Select, Stack, Switch, Text } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { fitsCategory, setCategory, setColor, setMetadata } from '#annotation/commands'
import type { Annotation } from '#annotation/document'
import { Color } from '#contract/primitives'

import { useServerInfo } from '../../../api/viewer.ts'
import { DialogButtons } from '../../../ui/dialog-buttons.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { KeyValueEditor } from '../../../ui/key-value-editor.tsx'
import { duplicateRows, toMetadata, toRows } from '../../../ui/key-values.ts'
import { useEditorContext } from '../editor-context.ts'
import { ColourField } from './colour-field.tsx'
import { useEditor } from '../use-editor.ts'

interface AnnotationDialogProps {
  name: string
  annotation: Annotation
  onClose: () => void
}

/**
 * Changes category, colour and metadata of an annotation together as one step: those that were edited, because
 * others may have changed the rest meanwhile.
 */
export function AnnotationDialog({ name, annotation, onClose }: AnnotationDialogProps) {
  const { t } = useTranslation()
  const { editor } = useEditorContext().annotator
  const { info } = useServerInfo()
  const categories = useEditor(editor, (state) => state.document.categories)
  const [opened] = useState(annotation)
  const [categoryId, setCategoryId] = useState(annotation.categoryId)
  const category = categories.get(categoryId)
  const usualColor = category?.color ?? '#ffffff'
  const [color, setOwnColor] = useState(annotation.color)
  const [rows, setRows] = useState(() => toRows({ ...annotation.metadata }))
  const isValid =
    duplicateRows(rows).size === 0 && (color === null || Color.safeParse(color).success)
  const fits = category !== undefined && fitsCategory(annotation, category)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isValid || !fits) return
    const step = editor.mark('edit')
    const { id, metadata } = opened
    if (categoryId !== opened.categoryId) editor.change(step, setCategory(id, categoryId))
    if (color !== opened.color) editor.change(step, setColor(id, color))
    editor.change(step, setMetadata(id, toMetadata(rows), metadata))
    onClose()
  }
  return (
    <Dialog opened size="lg" title={t('annotations.editOf', { name })} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="md">
          {info.login_enabled && annotation.creator !== null && (
            <Text size="sm" c="dimmed">
              {t('annotations.creator', { name: annotation.creator })}
            </Text>
          )}
          <Select
            label={t('annotations.category')}
            data={Array.from(categories.values(), ({ id, name: label }) => {
              return { value: String(id), label }
            })}
            value={String(categoryId)}
            searchable
            allowDeselect={false}
            error={!fits && t('annotations.keypointsDoNotFit')}
            onChange={(value) => value !== null && setCategoryId(Number(value))}
          />
          <Switch
            label={t('annotations.usualColour')}
            checked={color === null}
            onChange={({ currentTarget: { checked } }) => setOwnColor(checked ? null : usualColor)}
          />
          {color !== null && <ColourField value={color} onChange={setOwnColor} />}
          <KeyValueEditor
            legend={t('annotations.metadata')}
            hint={t('annotations.metadataHint')}
            rows={rows}
            onChange={setRows}
          />
        </Stack>
        <DialogButtons
          submit={t('common.save')}
          busy={false}
          disabled={!isValid || !fits}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
