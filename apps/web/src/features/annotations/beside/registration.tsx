import { ActionIcon, Button, Slider, Text, Tooltip } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

import type { SetPlace } from '../../../canvas/register-worker.ts'
import type { Stage } from '../../../canvas/stage.ts'
import { IconLinkOff } from '../../../ui/icons.ts'
import { useKeysText } from '../../../ui/use-keys-text.ts'
import type { AnnotatorData } from '../api.ts'
import { useEditorContext } from '../editor-context.ts'
import classes from './beside.module.css'
import { PlacesDialog } from './places-dialog.tsx'
import { claimTheSameEye, type OutcomeOfRegistration, outcomeOf } from './registration-outcome.ts'
import { useMismatch } from './use-mismatch.ts'
import type { Registered } from './use-registration.ts'

type Beside = AnnotatorData['image']

interface RegistrationProps {
  other: Beside
  /** The stage that shows it. */
  beside: Stage
  answer: Registered
  isWanted: boolean
  setWanted: (isWanted: boolean) => void
  onPlaces: (places: readonly SetPlace[]) => void
}

/** Registers a photograph beside with the one in work, says how well, and compares them in place. */
export function Registration(props: RegistrationProps) {
  const { other, beside, answer, isWanted, setWanted, onPlaces } = props
  const { t } = useTranslation()
  const { data } = useEditorContext()
  const [isSetting, setSetting] = useState(false)
  const outcome = outcomeOf(answer)
  const isRegistered = answer?.kind === 'registered'
  return (
    <div className={classes['registration']}>
      <div className={classes['outcome']}>
        {(!isWanted || answer === null) && (
          <Button size="compact-sm" loading={isWanted} onClick={() => setWanted(true)}>
            {t('annotations.beside.register')}
          </Button>
        )}
        {outcome !== null && <Outcome other={other} outcome={outcome} />}
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
      {isRegistered && <Wipe beside={beside} />}
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

/** How well the photographs fit, or why they do not, and whether that contradicts the patient data. */
function Outcome({ other, outcome }: { other: Beside; outcome: OutcomeOfRegistration }) {
  const { t } = useTranslation()
  const { image } = useEditorContext().data
  const mismatch = useMismatch(outcome === 'no-match', image, other)
  const claim = claimTheSameEye(image, other)
  const isOtherEye = outcome === 'no-match' && mismatch !== 'apart'
  const isRegistered = ['good', 'fair', 'byHand'].includes(outcome)
  return (
    <Text component="output" size="sm">
      {t(`annotations.beside.outcome.${mismatch ?? outcome}`)}
      {isOtherEye && claim === 'same' && ` ${t('annotations.beside.claimSame')}`}
      {isRegistered && claim === 'different' && ` ${t('annotations.beside.claimDifferent')}`}
    </Text>
  )
}

/** Shows the other photograph in place of the one in work, from the left up to a share of the width. */
function Wipe({ beside }: { beside: Stage }) {
  const { t } = useTranslation()
  const { annotator, shortcuts } = useEditorContext()
  const { comparison } = annotator.stage
  const keysText = useKeysText()
  const share = useSyncExternalStore(comparison.subscribe, () => comparison.shareOf(beside))
  const isForKey = useSyncExternalStore(comparison.subscribe, () => comparison.shown === beside)
  const [key] = shortcuts.peekCompared
  return (
    <>
      <Slider
        size="sm"
        min={0}
        max={100}
        value={Math.round(100 * share)}
        label={null}
        thumbLabel={t('annotations.beside.wipe')}
        onChange={(percent) => comparison.wipe(beside, percent / 100)}
      />
      <Text size="xs">
        {t('annotations.beside.wipe')}
        {isForKey &&
          key !== undefined &&
          ` · ${t('annotations.beside.flicker', { key: keysText(key) })}`}
      </Text>
    </>
  )
}
