import { memo } from 'react'
import { useTranslation } from 'react-i18next'

import { setImageField } from '#annotation/commands'

import { useEditorContext } from '../editor-context.ts'
import { useEditorLater } from '../use-editor.ts'
import classes from './annotation-details.module.css'

/** The fields of the image, its eye and its visit; nothing if the dataset has none. */
export const ImageFields = memo(function ImageFields() {
  const { t } = useTranslation()
  const { annotator, data, may, ValuesForm } = useEditorContext()
  const { editor } = annotator
  const values = useEditorLater(editor, (state) => state.document.imageRecord.fields)
  const fields = data.fields.filter(({ field }) => field.subject !== 'annotation')
  if (fields.length === 0) return null
  return (
    <section className={`${classes['part']} ${classes['fields']}`} aria-label={t('fields.panel')}>
      <header className={classes['head']}>
        <h2>{t('fields.panel')}</h2>
      </header>
      <ValuesForm
        fields={fields}
        values={values}
        others={data.image.others}
        onChange={
          may('annotate')
            ? ({ key }, value) => editor.change('field', setImageField(key, value))
            : undefined
        }
      />
    </section>
  )
})
