import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { type AnyRecord, type ImageRecord, isAnnotation } from '#annotation/document'
import { measurementColour, measurementTexts } from '#annotation/measured'
import { isRuler, type Measurement, type MeasurementId } from '#annotation/measurement'
import { type Cell, fieldOf, measurementIn } from '#annotation/records'
import { cellsInConflict, type Conflict } from '#annotation/save'
import type { Field } from '#contract/fields/field'
import { valueAsText, valueInWords } from '#contract/fields/words'

import { currentLanguage } from '../../../i18n/i18n.ts'
import { imageHistory } from '../api.ts'
import { useEditorContext } from '../editor-context.ts'
import { wireFieldsOf } from '../wire.ts'
import { authorsOf } from './conflict-authors.ts'
import classes from './conflict-dialog.module.css'
import { ShapePreview } from './shape-preview.tsx'

/** The values and measurements of the image that two people have changed differently. */
export function ImageConflict({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation()
  const { data, username } = useEditorContext()
  const { data: history } = useQuery(imageHistory(data.image.id))
  const cells = cellsInConflict(conflict)
  const authors = history === undefined ? [] : authorsOf(cells, history)
  const isMyself = authors.length > 0 && authors.every((author) => author === username)
  const others = authors.filter((author) => author !== username)
  const by = new Intl.ListFormat(currentLanguage()).format(others)
  const titleOfOther = isMyself
    ? t('annotations.conflict.elsewhere')
    : by || t('annotations.conflict.theirs')
  const mine = imageIn(conflict.local)
  const theirs = imageIn(conflict.current?.content)
  return (
    <>
      <Text size="sm">
        {t(`annotations.conflict.${isMyself ? 'imageByMyself' : 'imageBy'}`, {
          by: by || t('annotations.conflict.somebody'),
        })}
      </Text>
      <div className={classes['versions']}>
        <Version
          title={t('annotations.conflict.mine')}
          cells={cells}
          record={mine}
          other={theirs}
        />
        <Version title={titleOfOther} cells={cells} record={theirs} other={mine} />
      </div>
    </>
  )
}

function imageIn(record: AnyRecord | null | undefined): ImageRecord | null {
  return record && !isAnnotation(record) ? record : null
}

interface VersionProps {
  title: string
  /** The values and measurements in conflict. */
  cells: readonly Cell[]
  record: ImageRecord | null
  /** The other version, so that both show a measurement at the same place and scale. */
  other: ImageRecord | null
}

function Version({ title, cells, record, other }: VersionProps) {
  return (
    <figure className={classes['version']}>
      <figcaption>{title}</figcaption>
      {cells
        .flatMap((cell) => fieldOf(cell) ?? [])
        .map((key) => (
          <Value key={key} fieldKey={key} record={record} />
        ))}
      {cells
        .flatMap((cell) => measurementIn(cell) ?? [])
        .map((id) => (
          <Measured key={id} id={id} record={record} other={other} />
        ))}
    </figure>
  )
}

/** A value of the image in words. */
function Value({ fieldKey: key, record }: { fieldKey: string; record: ImageRecord | null }) {
  const { t } = useTranslation()
  const { fields } = useEditorContext().data
  const language = currentLanguage()
  const value = wireFieldsOf(record?.fields ?? {})[key]
  const field = fields.find((each) => each.field.key === key)?.field
  const textOf = (given: NonNullable<typeof value>, described: Field | undefined) =>
    described === undefined ? valueAsText(given) : valueInWords(described, given, language)
  return (
    <Text size="sm">
      {field?.words[language] ?? key}:{' '}
      {value === undefined ? t('annotations.conflict.noValue') : textOf(value, field)}
    </Text>
  )
}

/** A measurement over its part of the photograph, and its value. */
function Measured({
  id,
  record,
  other,
}: Pick<VersionProps, 'record' | 'other'> & { id: MeasurementId }) {
  const { t } = useTranslation()
  const { annotator, data } = useEditorContext()
  const [shown, beside] = [record?.measurements[id], other?.measurements[id]]
  const kind = shown?.kind ?? beside?.kind ?? 'length'
  const drawn = drawnAs(shown)
  const says = (measurement: Measurement) =>
    isRuler(measurement)
      ? measurementTexts(measurement, annotator.editor.state.document).join(' · ')
      : measurement.points.map(Math.round).join(', ')
  return (
    <>
      <ShapePreview
        image={data.image}
        shape={drawn}
        around={[drawn, drawnAs(beside)]}
        color={measurementColour}
      />
      <Text size="sm">
        {t(`annotations.measurements.${kind}`)}:{' '}
        {shown === undefined ? t('annotations.conflict.deleted') : says(shown)}
      </Text>
    </>
  )
}

/** The visibility of a keypoint that can be seen. */
const visible = 2

function drawnAs(measurement: Measurement | undefined) {
  if (measurement === undefined) return null
  const { points } = measurement
  return isRuler(measurement)
    ? { geometry: [], lines: [points], keypoints: [] }
    : { geometry: [], lines: [], keypoints: [...points, visible] }
}
