import { ActionIcon, Button, Slider, Text, Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import type { SetPlace } from '../../../canvas/register-worker.ts'
import { IconLinkOff } from '../../../ui/icons.ts'
import { useKeysText } from '../../../ui/use-keys-text.ts'
import { useEditorContext } from '../editor-context.ts'
import classes from './beside.module.css'
import { PlacesDialog } from './places-dialog.tsx'
import { claimTheSameEye, outcomeOf } from './registration-outcome.ts'
import type { Registered } from './use-registration.ts'

interface RegistrationProps {
  other: Image
  answer: Registered
  isWanted: boolean
  setWanted: (isWanted: boolean) => void
  onPlaces: (places: readonly SetPlace[]) => void
}

/** Registers a photograph beside with the one in work, says how well, and compares them in place. */
export function Registration(props: RegistrationProps) {
  const { other, answer, isWanted, setWanted, onPlaces } = props
  const { t } = useTranslation()
  const { data } = useEditorContext()
  const [isSetting, setSetting] = useState(false)
  const outcome = outcomeOf(answer)
  const claim = claimTheSameEye(data.image, other)
  const isRegistered = answer?.kind === 'registered'
  return (
    <div className={classes['registration']}>
      <div className={classes['outcome']}>
        {(!isWanted || answer === null) && (
          <Button size="compact-sm" loading={isWanted} onClick={() => setWanted(true)}>
            {t('annotations.beside.register')}
          </Button>
        )}
        {outcome !== null && (
          <Text component="output" size="sm">
            {t(`annotations.beside.outcome.${outcome}`)}
            {outcome === 'no-match' && claim === 'same' && ` ${t('annotations.beside.claimSame')}`}
            {isRegistered && claim === 'different' && ` ${t('annotations.beside.claimDifferent')}`}
          </Text>
        )}
        {outcome !== null && !isRegistered && (
          <Button size="compact-sm" onClick={() => setSetting(true)}>
            {t('annotations.beside.byHand')}
          </Button>
        )}
        {outcome !== null && (
          <Tooltip label={t('annotations.beside.unregister')}>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={t('annotations.beside.unregister')}
              onClick={() => setWanted(false)}
            >
              <IconLinkOff size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {isRegistered && <Wipe />}
      {isSetting && (
        <PlacesDialog
          first={data.image}
          second={other}
          onSet={(places) => {
            setSetting(false)
            onPlaces(places)
          }}
          onClose={() => setSetting(false)}
        />
      )}
    </div>
  )
}

/** Shows the other photograph in place of the one in work, from the left up to a share of the width. */
function Wipe() {
  const { t } = useTranslation()
  const { annotator, shortcuts } = useEditorContext()
  const { stage } = annotator
  const keysText = useKeysText()
  const [percent, setPercent] = useState(0)
  useEffect(() => stage.showCompared(percent / 100), [stage, percent])
  const [key] = shortcuts.peekCompared
  return (
    <>
      <Slider
        size="sm"
        min={0}
        max={100}
        value={percent}
        label={null}
        thumbLabel={t('annotations.beside.wipe')}
        onChange={setPercent}
      />
      <Text size="xs">
        {t('annotations.beside.wipe')}
        {key !== undefined && ` · ${t('annotations.beside.flicker', { key: keysText(key) })}`}
      </Text>
    </>
  )
}
