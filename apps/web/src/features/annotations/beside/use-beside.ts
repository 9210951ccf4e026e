import { notifications } from '@mantine/notifications'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type * as besideParts from './beside-parts.ts'
import { type Choice, keepChoices, keptChoices, toggled } from './choices.ts'

type BesideParts = typeof besideParts

export interface Beside {
  readonly choices: readonly Choice[]
  readonly toggle: (choice: Choice) => void
  /** Null until they are loaded, which they are on first use. */
  readonly parts: BesideParts | null
}

/** The views beside the image in work, and the part of the program that shows them. */
export function useBeside(isChoosing: boolean): Beside {
  const { t } = useTranslation()
  const [choices, setChoices] = useState(keptChoices)
  const [parts, setParts] = useState<BesideParts | null>(null)
  const isWanted = isChoosing || choices.length > 0
  const tellMissing = useEffectEvent(() =>
    notifications.show({
      id: 'beside out of reach',
      title: t('annotations.commands.beside'),
      message: t('annotations.beside.outOfReach'),
      color: 'yellow',
    }),
  )
  useEffect(() => {
    if (isWanted && parts === null) import('./beside-parts.ts').then(setParts, tellMissing)
  }, [isWanted, parts])
  const toggle = (choice: Choice) => {
    const next = toggled(choices, choice)
    keepChoices(next)
    setChoices(next)
  }
  return { choices, toggle, parts }
}
