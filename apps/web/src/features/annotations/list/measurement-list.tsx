import { memo } from 'react'
import { useTranslation } from 'react-i18next'

import { setMeasurement } from '#annotation/commands'
import { measurementTexts } from '#annotation/measured'
import type { Measurement, MeasurementId } from '#annotation/measurement'
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
  const measurements = Object.entries(document.imageRecord.measurements).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  if (measurements.length === 0) return null
  return (
    <section className={details['part']} aria-label={t('annotations.measurements.title')}>
      <header className={details['head']}>
        <h2>{t('annotations.measurements.title')}</h2>
      </header>
      <ul className={classes['list']}>
        {measurements.map(([id, measurement]) => (
          <Row
            key={id}
            id={id}
            measurement={measurement}
            text={measurementTexts(measurement, document).join(' · ')}
          />
        ))}
      </ul>
    </section>
  )
})

interface RowProps {
  id: MeasurementId
  measurement: Measurement
  text: string
}

/** Pressing a measurement brings it into the middle of the canvas. */
function Row({ id, measurement, text }: RowProps) {
  const { t } = useTranslation()
  const { annotator, may } = useEditorContext()
  const Icon = icons[measurement.kind]
  const name = `${t(`annotations.measurements.${measurement.kind}`)} ${text}`
  const remove = () => annotator.editor.change('deleteMeasurement', setMeasurement(id, null))
  const show = () => {
    const box = boxOfRing(measurement.points)
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
