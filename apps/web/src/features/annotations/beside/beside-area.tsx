import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { IconLink, IconLinkOff } from '../../../ui/icons.ts'
import { useStoredSwitch } from '../../../ui/use-stored.ts'
import classes from './beside.module.css'
import { type Choice, keyOf } from './choices.ts'
import { Pane } from './pane.tsx'

interface BesideAreaProps {
  choices: readonly Choice[]
  onClose: (choice: Choice) => void
}

/** The photographs beside the one in work, which nobody draws on. */
export function BesideArea({ choices, onClose }: BesideAreaProps) {
  const { t } = useTranslation()
  const [isParted, setParted] = useStoredSwitch('photographs move apart')
  return (
    <>
      {choices.map((choice) => (
        <Pane
          key={keyOf(choice)}
          choice={choice}
          isJoined={!isParted}
          onClose={() => onClose(choice)}
        />
      ))}
      <Button
        className={classes['join'] ?? ''}
        size="compact-sm"
        variant={isParted ? 'default' : 'filled'}
        aria-pressed={!isParted}
        leftSection={isParted ? <IconLinkOff size={16} /> : <IconLink size={16} />}
        onClick={() => setParted(!isParted)}
      >
        {t('annotations.beside.joined')}
      </Button>
    </>
  )
}
