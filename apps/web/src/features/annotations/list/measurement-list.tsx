import { memo } from 'react'
import { useTranslation } from 'react-i18next'

import { setMeasurement } from '#annotation/commands'
import { measurementTexts } from '#annotation/measured'
import { type MeasurementId, type Ruler, rulersIn } from '#annotation/measurement'
import { saveAnnotatorData } from '#contract/annotations'
import { boxOfRing } from '#geometry/box'

import { IconButton } from '../../../ui/icon-button.tsx'
import { IconAngle, IconRuler2, IconTrash } from '../../../ui/icons.ts'
import { useEditorContext } from '../editor-context.ts'
import { useEditorLater } from '../use-editor.ts'
import details from './annotation-details.module.css'
import classes from './measurement-list.module.css'

const icons = { length: IconRuler2, angle: IconAngle }

/** The lengths and angles that are kept with the image; nothing while there are none. */
export const MeasurementList = memo(function MeasurementList() {
  const { t } = useTranslation()
  const { annotator } = useEditorContext()
  const document = useEditorLater(annotator.editor, (state) => state.document)
  const rulers = rulersIn(document.imageRecord.measurements).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  if (rulers.length === 0) return null
  return (
    <section className={details['part']} aria-label={t('annotations.measurements.title')}>
      <header className={details['head']}>
        <h2>{t('annotations.measurements.title')}</h2>
      </header>
      <ul className={classes['list']}>
        {rulers.map(([id, ruler]) => (
          <Row
            key={id}
            id={id}
            ruler={ruler}
            text={measurementTexts(ruler, document).join(' · ')}
          />
        ))}
      </ul>
    </section>
  )
})

interface RowProps {
  id: MeasurementId
  ruler: Ruler
  text: string
}

/** Pressing a length or an angle brings it into the middle of the canvas. */
function Row({ id, ruler, text }: RowProps) {
  const { t } = useTranslation()
  const { annotator, may } = useEditorContext()
  const Icon = icons[ruler.kind]
  const name = `${t(`annotations.measurements.${ruler.kind}`)} ${text}`
  const remove = () => annotator.editor.change('deleteMeasurement', setMeasurement(id, null))
  const show = () => {
    const box = boxOfRing(ruler.points)
    if (box === null) return
    annotator.stage.centreOn({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
  }
  return (
    <li className={classes['row']}>
      <button type="button" className={classes['name']} aria-label={name} onClick={show}>
        <Icon size={16} aria-hidden />
        {text}
      </button>
      {may(saveAnnotatorData) && (
        <IconButton aria-label={t('annotations.measurements.delete', { name })} onClick={remove}>
          <IconTrash size={16} />
        </IconButton>
      )}
    </li>
  )
}
