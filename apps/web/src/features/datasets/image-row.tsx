import { Group, Table } from '@mantine/core'
import { memo, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'

import type { Field } from '#contract/fields/field'
import { valueInWords } from '#contract/fields/words'
import type { Image } from '#contract/images'
import { referImage } from '#contract/mics'

import { useMay } from '../../api/rights.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { eyes } from '../../i18n/eyes.ts'
import { patientNameIn } from '../../i18n/patient-name.ts'
import { MiddleText } from '../../ui/middle-text.tsx'
import { RowCheckbox } from '../../ui/row-checkbox.tsx'
import { DayCell } from './day-cell.tsx'
import { DicomDetails } from './dicom-details.tsx'
import { ImageCell } from './image-cell.tsx'
import { orderIdOf, patientFacts } from './image-columns.ts'
import classes from './image-table.module.css'
import { ReferralBadge } from './referral-badge.tsx'
import { ReportStatus } from './report-status.tsx'
import type { Selection } from './selection.ts'
import type { TableParts } from './table-parts.ts'
import { TimeCell } from './time-cell.tsx'

/** The components of other features in a row. */
export type RowParts = Pick<
  TableParts,
  'ImagePicture' | 'ReferButton' | 'ReferralNote' | 'ImageMenu'
>

interface ImageCellsProps {
  image: Image
  fields: readonly Field[]
  /** Whether the fields share one column. */
  joined: boolean
  /** Address of the image in the annotator. */
  address: string
  parts: RowParts
}

interface ImageRowProps extends ImageCellsProps {
  /** Number of columns of the table. */
  columns: number
  withDetails: boolean
  isChosen: boolean
  /** Null if the viewer may do nothing with chosen images. */
  onToggle: Selection<Image>['toggle'] | null
}

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, label, [role="menu"]') !== null

/** A click anywhere in the row opens the image, except on a control. */
export const ImageRow = memo(function ImageRow(props: ImageRowProps) {
  const { image, fields, joined, columns, address, withDetails, parts, isChosen, onToggle } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const open = (event: MouseEvent) => {
    const marksText = getSelection()?.type === 'Range'
    if (!isControl(event.target) && !marksText) void navigate(address)
  }
  const names = image.annotating.join(', ')
  const taken = names === '' ? {} : { 'data-taken': true, title: t('images.annotating', { names }) }
  return (
    <>
      <Table.Tr
        className={classes['row'] ?? ''}
        onClick={open}
        data-chosen={isChosen || undefined}
        {...taken}
      >
        {onToggle !== null && (
          <Table.Td>
            <RowCheckbox
              label={t('images.choose', { id: image.id })}
              checked={isChosen}
              onToggle={(withShift) => onToggle(image.id, withShift)}
            />
          </Table.Td>
        )}
        <ImageCells image={image} fields={fields} joined={joined} address={address} parts={parts} />
      </Table.Tr>
      {withDetails && (
        <Table.Tr className={classes['details'] ?? ''}>
          <Table.Td colSpan={columns}>
            <DicomDetails meta={image.dicomMeta} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
})

/** All cells but the choice: choosing rows of a long table renders only their boxes anew. */
const ImageCells = memo(function ImageCells(props: ImageCellsProps) {
  const { image, fields, joined, address, parts } = props
  const may = useMay()
  return (
    <>
      <Table.Td>
        <parts.ImagePicture image={image} />
      </Table.Td>
      <StudyCells image={image} Note={parts.ReferralNote} />
      <PatientCells image={image} address={address} />
      {joined ? (
        <FieldsCell image={image} fields={fields} />
      ) : (
        <FieldCells image={image} fields={fields} />
      )}
      {may(referImage) && (
        <Table.Td>
          <parts.ReferButton image={image} />
        </Table.Td>
      )}
      <Table.Td>
        <parts.ImageMenu image={image} address={address} />
      </Table.Td>
    </>
  )
})

function StudyCells({ image, Note }: { image: Image; Note: TableParts['ReferralNote'] }) {
  const { studyDate, studyDate_image: taken } = image
  return (
    <>
      <Table.Td>
        <Group gap={4} wrap="nowrap">
          <ReferralBadge image={image} />
          <Note image={image} />
        </Group>
      </Table.Td>
      <DayCell day={studyDate} />
      <ImageCell text={orderIdOf(image)} lines={2} />
      <TimeCell taken={taken} />
    </>
  )
}

function PatientCells({ image, address }: { image: Image; address: string }) {
  const { sex, age } = patientFacts(image)
  const { patientID, file_name: file, laterality } = image
  const patientName = patientNameIn(currentLanguage(), image)
  return (
    <>
      <ImageCell text={patientID} lines={2} />
      <Table.Td className={classes['name'] ?? ''}>
        {patientName === '' ? (
          <Link to={address}>
            <MiddleText text={file} />
          </Link>
        ) : (
          <>
            <Link to={address} className={classes['line'] ?? ''} title={patientName}>
              {patientName}
            </Link>
            <div className={classes['second']}>
              <MiddleText text={file} />
            </div>
          </>
        )}
      </Table.Td>
      <ImageCell text={sex} />
      <ImageCell text={age} />
      <Table.Td>
        <ReportStatus image={image} />
      </Table.Td>
      <ImageCell text={laterality === null ? '' : eyes[laterality]} />
    </>
  )
}

type FieldsOfImage = Pick<ImageRowProps, 'image' | 'fields'>

function textOf(image: Image, field: Field): string {
  const value = image.fields[field.key]
  return value === undefined ? '' : valueInWords(field, value, currentLanguage())
}

function FieldCells({ image, fields }: FieldsOfImage) {
  return fields.map((field) => <ImageCell key={field.key} text={textOf(image, field)} lines={2} />)
}

/** The values of all fields; the tooltip names the fields. */
function FieldsCell({ image, fields }: FieldsOfImage) {
  const stated = fields.filter((field) => textOf(image, field) !== '')
  const named = stated.map((field) => `${field.words[currentLanguage()]}: ${textOf(image, field)}`)
  return (
    <ImageCell
      text={stated.map((field) => textOf(image, field)).join(' · ')}
      title={named.join('\n')}
      lines={2}
    />
  )
}
