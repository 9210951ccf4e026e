import { useTranslation } from 'react-i18next'

import classes from './dicom-details.module.css'
import { dicomTagNames } from '../../i18n/dicom-tags.ts'

/** All attributes of the DICOM file, by tag. */
export function DicomDetails({ meta }: { meta: Readonly<Record<string, string>> }) {
  const { t } = useTranslation()
  const tags = Object.keys(meta).toSorted()
  if (tags.length === 0) return <p className={classes['none']}>{t('table.noDicom')}</p>
  return (
    <dl className={classes['list']}>
      {tags.map((tag) => (
        <div key={tag} className={classes['entry']}>
          <dt>
            <code>{`(${tag.slice(0, 4)},${tag.slice(4)})`}</code> {dicomTagNames[tag]}
          </dt>
          <dd>{meta[tag] === '' ? t('table.emptyValue') : meta[tag]}</dd>
        </div>
      ))}
    </dl>
  )
}
