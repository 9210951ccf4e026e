import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import {
  getResultObject,
  type ResultObject,
  sendResults as sendResultsCall,
} from '#contract/dicom-results'
import type { Image } from '#contract/images'
import { sendToPacs } from '#contract/pacs'

import { addressOf } from '../../api/address.ts'
import { useMay } from '../../api/rights.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { IconDownload, IconHistory, IconSend } from '../../ui/icons.ts'
import { useSendImage, useSendResults } from './api.ts'
import { useShowSendings } from './use-show-sendings.tsx'

/** Menu entries for an image's results as DICOM, and for its PACS transfers. */
export function PacsItems({ image }: { image: Image }) {
  const { t } = useTranslation()
  const may = useMay()
  const sendImage = useSendImage(image.dataset_id)
  const sendResults = useSendResults(image.dataset_id)
  const showSendings = useShowSendings(image)
  const language = currentLanguage()
  const isDicom = Object.keys(image.dicomMeta).length > 0
  const params = { id: image.id }
  const objects = resultsOf(image)
  return (
    <>
      {objects.map((object) => (
        <Menu.Item
          key={object}
          component="a"
          href={addressOf(getResultObject, { params: { ...params, object }, query: { language } })}
          download
          leftSection={<IconDownload size={16} />}
        >
          {t(`pacs.objects.${object}`)}
        </Menu.Item>
      ))}
      {isDicom && objects.length > 0 && may(sendResultsCall) && (
        <Menu.Item
          leftSection={<IconSend size={16} />}
          onClick={() => sendResults.mutate({ params, query: { language } })}
        >
          {t('pacs.resultsItem')}
        </Menu.Item>
      )}
      {isDicom && may(sendToPacs) && (
        <Menu.Item
          leftSection={<IconSend size={16} />}
          onClick={() => sendImage.mutate({ params })}
        >
          {t('pacs.imageItem')}
        </Menu.Item>
      )}
      {image.pacsState !== null && (
        <Menu.Item leftSection={<IconHistory size={16} />} onClick={showSendings}>
          {t('pacs.sendingsItem')}
        </Menu.Item>
      )}
    </>
  )
}

function resultsOf({ predicted, annotated }: Image): ResultObject[] {
  return [
    ...(predicted ? (['measurements', 'report'] as const) : []),
    ...(annotated ? (['annotations'] as const) : []),
  ]
}
