import { Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { Image } from '#contract/images'

import { currentLanguage } from '../../i18n/i18n.ts'
import { patientNameIn } from '../../i18n/patient-name.ts'
import type { Visit } from './visits.ts'
import classes from './image-table.module.css'

interface VisitHeadingProps {
  visit: Visit<Image>
  columns: number
}

/** The row above the images of a visit: patient, day and number of images. */
export function VisitHeading({ visit: { day, images }, columns }: VisitHeadingProps) {
  const { t } = useTranslation()
  const [first] = images
  const isVisit = day !== null && first !== undefined
  return (
    <Table.Tr className={classes['visit'] ?? ''}>
      <Table.Th colSpan={columns} scope="rowgroup">
        <div className={classes['visitText']}>
          {isVisit ? (
            <>
              <Link to={`/report/${first.id}/patient`} className={classes['patient']}>
                {patientNameIn(currentLanguage(), first)}
              </Link>
              <Text span inherit fw={400}>
                {first.patientID}
              </Text>
              <span>{day}</span>
            </>
          ) : (
            <span>{t('table.noVisit')}</span>
          )}
          <Text span inherit fw={400} c="dimmed">
            {t('datasets.imageCount', { count: images.length })}
          </Text>
        </div>
      </Table.Th>
    </Table.Tr>
  )
}
