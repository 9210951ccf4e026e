import { useTranslation } from 'react-i18next'

import classes from './refusals.module.css'

interface RefusalsProps {
  reasons: readonly { id: number; name: string; why: string }[]
}

/** The images for which an action was refused, each with the reason. */
export function Refusals({ reasons }: RefusalsProps) {
  const { t } = useTranslation()
  return (
    <>
      {t('common.refused', { count: reasons.length })}
      <ul className={classes['list']}>
        {reasons.map(({ id, name, why }) => (
          <li key={id}>{`${id} ${name}: ${why}`}</li>
        ))}
      </ul>
    </>
  )
}
