import { Group, Table } from '@mantine/core'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'

import { shownIso } from '#clock/clock-time'
import type { Field } from '#contract/fields/field'
import { valueInWords } from '#contract/fields/words'
import type { Image } from '#contract/images'

import { currentLanguage } from '../../i18n/i18n.ts'
import { patientNameIn } from '../../i18n/patient-name.ts'
import { DicomDetails } from './dicom-details.tsx'
import { eyes, imageColumns, orderIdOf, patientFacts } from './image-columns.ts'
import classes from './image-table.module.css'
import { ReferralBadge } from './referral-badge.tsx'
import { ReportStatus } from './report-status.tsx'
import type { TableParts } from './table-parts.ts'

interface ImageRowProps {
  image: Image
  fields: readonly Field[]
  /** Address of the image in the annotator. */
  address: string
  withDetails: boolean
  parts: Pick<TableParts, 'ReferButton' | 'ReferralNote' | 'ImageMenu'>
}

const isControl = (target: EventTarget) =>
  target instanceof Element && target.closest('a, button, [role="menu"]') !== null

/** A click anywhere in the row opens the image, except on a control. */
export function ImageRow({ image, fields, address, withDetails, parts }: ImageRowProps) {
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
      <Table.Tr className={classes['row'] ?? ''} onClick={open} {...taken}>
        <StudyCells image={image} Note={parts.ReferralNote} />
        <PatientCells image={image} address={address} />
        <FieldCells image={image} fields={fields} />
        <Table.Td>
          <parts.ReferButton image={image} />
        </Table.Td>
        <Table.Td>
          <parts.ImageMenu image={image} address={address} />
        </Table.Td>
      </Table.Tr>
      {withDetails && (
        <Table.Tr className={classes['details'] ?? ''}>
          <Table.Td colSpan={imageColumns.length + fields.length + 2}>
            <DicomDetails meta={image.dicomMeta} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

const whole = classes['whole'] ?? ''
const code = classes['code'] ?? ''

function StudyCells({ image, Note }: { image: Image; Note: TableParts['ReferralNote'] }) {
  return (
    <>
      <Table.Td className={classes['state'] ?? ''}>
        <Group gap={4} wrap="nowrap">
          <ReferralBadge image={image} />
          <Note image={image} />
        </Group>
      </Table.Td>
      <Table.Td className={whole}>{image.studyDate}</Table.Td>
      <Table.Td className={code} title={orderIdOf(image)}>
        {orderIdOf(image)}
      </Table.Td>
      <Table.Td className={classes['time'] ?? ''}>
        {image.studyDate_image !== null && shownIso(image.studyDate_image)}
      </Table.Td>
    </>
  )
}

function FieldCells({ image, fields }: Pick<ImageRowProps, 'image' | 'fields'>) {
  return fields.map((field) => {
    const value = image.fields[field.key]
    const text = value === undefined ? '' : valueInWords(field, value, currentLanguage())
    return (
      <Table.Td key={field.key} className={code} title={text}>
        {text}
      </Table.Td>
    )
  })
}

function PatientCells({ image, address }: { image: Image; address: string }) {
  const { sex, age } = patientFacts(image)
  const { file_name: file, laterality } = image
  const patientName = patientNameIn(currentLanguage(), image)
  return (
    <>
      <Table.Td className={code} title={image.patientID}>
        {image.patientID}
      </Table.Td>
      <Table.Td className={classes['name'] ?? ''}>
        <Link to={address}>{patientName || file}</Link>
        {patientName !== '' && (
          <span className={classes['file']} title={file}>
            {file}
          </span>
        )}
      </Table.Td>
      <Table.Td>{sex}</Table.Td>
      <Table.Td className={whole}>{age}</Table.Td>
      <Table.Td className={classes['status'] ?? ''}>
        <ReportStatus image={image} />
      </Table.Td>
      <Table.Td>{laterality === null ? 'N/A' : eyes[laterality]}</Table.Td>
    </>
  )
}
