import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { IconX } from '../../ui/icons.ts'
import { RowCheckbox } from '../../ui/row-checkbox.tsx'
import type { Selection } from './selection.ts'
import classes from './selection-bar.module.css'

interface SelectAllProps {
  selection: Selection<unknown>
  /** Number of images on the page. */
  shown: number
  isLabelShown?: boolean
}

/** Chooses all images of the page, or none. */
export function SelectAll({ selection, shown, isLabelShown = false }: SelectAllProps) {
  const { t } = useTranslation()
  const count = selection.chosen.length
  if (!selection.isOffered) return null
  return (
    <RowCheckbox
      label={t('images.chooseAll')}
      isLabelShown={isLabelShown}
      checked={shown > 0 && count === shown}
      isPartly={count > 0 && count < shown}
      onToggle={() => selection.setAll(count < shown)}
    />
  )
}

interface SelectionBarProps {
  selection: Selection<unknown>
  /** Content of the bar while nothing is chosen. */
  idle: ReactNode
  /** Before the number of chosen images. */
  lead?: ReactNode
  /** Actions on the chosen images. */
  children: ReactNode
}

/**
 * The bar above a list. Shows the number of chosen images and the actions on them, in the same place, so
 * that the list does not move under the pointer; then it stays in view while the list scrolls.
 */
export function SelectionBar({ selection, idle, lead, children }: SelectionBarProps) {
  const { t } = useTranslation()
  const count = selection.chosen.length
  if (count === 0 || !selection.isOffered)
    return idle && <div className={classes['idle']}>{idle}</div>
  return (
    <section className={classes['chosen']} aria-label={t('images.chosenLabel')}>
      {lead}
      <Text size="sm" fw={600} aria-live="polite">
        {t('images.chosen', { count })}
      </Text>
      {children}
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconX size={16} />}
        onClick={() => selection.setAll(false)}
      >
        {t('images.chooseNone')}
      </Button>
    </section>
  )
}
