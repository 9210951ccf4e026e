import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { Image } from '#contract/images'

import { IconChartLine, IconReportMedical } from '../../ui/icons.ts'

/** The menu entries that open the report of an image, and its patient's visits. */
export function ReportItem({ image }: { image: Pick<Image, 'id'> }) {
  const { t } = useTranslation()
  return (
    <>
      <Menu.Item
        component={Link}
        to={`/report/${image.id}`}
        leftSection={<IconReportMedical size={16} />}
      >
        {t('report.open')}
      </Menu.Item>
      <Menu.Item
        component={Link}
        to={`/report/${image.id}/patient`}
        leftSection={<IconChartLine size={16} />}
      >
        {t('report.overTime')}
      </Menu.Item>
    </>
  )
}
