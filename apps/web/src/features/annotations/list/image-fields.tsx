import { ActionIcon, Tooltip } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'

import { setImageField } from '#annotation/commands'
import type { Field } from '#contract/fields/field'
import type { FieldValue } from '#contract/fields/value'

import { IconKeyboard } from '../../../ui/icons.ts'
import { useKeysText } from '../../../ui/use-keys-text.ts'
import { runCommand } from '../commands/commands.ts'
import { useEditorContext } from '../editor-context.ts'
import { useEditor } from '../use-editor.ts'
import classes from './annotation-details.module.css'

/** The fields of the image, its eye and its visit; nothing if the dataset has none. */
export const ImageFields = memo(function ImageFields() {
  const { t } = useTranslation()
  const context = useEditorContext()
  const { annotator, data, may, isGrading, setGrading, submitCase, ValuesForm, GradingForm } =
    context
  const { editor } = annotator
  // At once: the next key answers the next field.
  const values = useEditor(editor, (state) => state.document.imageRecord.fields)
  const fields = data.fields.filter(({ field }) => field.subject !== 'annotation')
  if (fields.length === 0) return null
  const mayEnter = may('annotate')
  const isGraded = mayEnter && isGrading
  const change = ({ key }: Field, value: FieldValue | null) =>
    editor.change('field', setImageField(key, value))
  return (
    <section
      className={`${classes['part']} ${classes['fields']} ${isGraded ? classes['grading'] : ''}`}
      aria-label={t('fields.panel')}
    >
      <header className={classes['head']}>
        <h2>{t('fields.panel')}</h2>
        {mayEnter && <GradeButton />}
      </header>
      {isGraded ? (
        <GradingForm
          fields={fields}
          values={values}
          onChange={change}
          onDone={() => {
            if (!submitCase()) runCommand('nextImage', context)
          }}
          onLeave={() => setGrading(false)}
        />
      ) : (
        <ValuesForm
          fields={fields}
          values={values}
          others={data.image.others}
          onChange={mayEnter ? change : undefined}
        />
      )}
    </section>
  )
})

function GradeButton() {
  const { t } = useTranslation()
  const context = useEditorContext()
  const keysText = useKeysText()
  const label = t('annotations.commands.grade')
  const [keys] = context.shortcuts.grade
  return (
    <Tooltip label={keys === undefined ? label : `${label} (${keysText(keys)})`}>
      <ActionIcon
        size={24}
        aria-label={label}
        aria-pressed={context.isGrading}
        variant={context.isGrading ? 'light' : 'subtle'}
        onClick={() => runCommand('grade', context)}
      >
        <IconKeyboard size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
