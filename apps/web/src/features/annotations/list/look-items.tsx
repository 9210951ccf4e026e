import { Menu, Slider } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Look } from '#annotation/looks'

import { IconLock, IconLockOpen } from '../../../ui/icons.ts'
import classes from './look-items.module.css'

const size = 16

interface LookItemsProps {
  look: Look
  onChange: (change: Partial<Look>) => void
  mayLock: boolean
}

/** Entries of a menu that lock annotations and set their opacity. */
export function LookItems({ look, onChange, mayLock }: LookItemsProps) {
  const { t } = useTranslation()
  const { isLocked, opacity } = look
  const label = t('annotations.opacityOfAnnotations')
  return (
    <>
      {mayLock && (
        <Menu.Item
          leftSection={isLocked ? <IconLockOpen size={size} /> : <IconLock size={size} />}
          onClick={() => onChange({ isLocked: !isLocked })}
        >
          {t(isLocked ? 'annotations.unlock' : 'annotations.lock')}
        </Menu.Item>
      )}
      <div className={classes['opacity']}>
        <span aria-hidden>{label}</span>
        <Slider
          size="sm"
          min={0}
          max={100}
          step={5}
          value={opacity}
          onChange={(percent) => onChange({ opacity: percent })}
          label={null}
          thumbLabel={label}
          thumbProps={{ 'aria-valuetext': `${opacity} %` }}
        />
        <span className={classes['percent']}>{opacity} %</span>
      </div>
    </>
  )
}
