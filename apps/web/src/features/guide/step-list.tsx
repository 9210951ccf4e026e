import { Button, Text, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { IconCircle, IconCircleCheck, IconCircleMinus } from '../../ui/icons.ts'
import classes from './guide.module.css'
import type { ShownStep, StepGroup, StepState } from './steps.ts'
import { useGuideChoices } from './use-guide.ts'

const icons = { open: IconCircle, done: IconCircleCheck, skipped: IconCircleMinus }

interface StepListProps {
  groups: readonly StepGroup[]
  /** Called when the user follows a step. */
  onFollow?: () => void
}

/** The steps in their groups; each leads to the place where it is taken. */
export function StepList({ groups, onFollow }: StepListProps) {
  const { t } = useTranslation()
  return (
    <div className={classes['groups']}>
      {groups.map(({ audience, steps }) => (
        <section key={audience}>
          {groups.length > 1 && (
            <Text component="h3" className={classes['audience'] ?? ''}>
              {t(`guide.audiences.${audience}`)}
            </Text>
          )}
          <ol className={classes['steps']}>
            {steps.map((shown) => (
              <Step
                key={shown.step.key}
                {...shown}
                isNext={shown === steps.find(({ state }) => state === 'open')}
                onFollow={onFollow}
              />
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

interface StepProps extends ShownStep {
  /** Whether it is the first open step of its group. */
  isNext: boolean
  onFollow: (() => void) | undefined
}

function Step({ step: { key, knownBy }, state, address, isNext, onFollow }: StepProps) {
  const { t } = useTranslation()
  const Icon = icons[state]
  const title = t(`guide.steps.${key}.title`)
  return (
    <li className={classes['step']} data-state={state} data-next={isNext || undefined}>
      <Icon size={20} aria-hidden className={classes['mark']} />
      <div>
        <Link to={address} className={classes['link'] ?? ''} onClick={onFollow}>
          {title}
        </Link>
        <VisuallyHidden>{t(`guide.states.${state}`)}</VisuallyHidden>
        <Text size="sm" c="dimmed">
          {t(`guide.steps.${key}.text`)}
        </Text>
      </div>
      <StepButtons stepKey={key} title={title} state={state} isTicked={knownBy === 'person'} />
    </li>
  )
}

interface StepButtonsProps {
  stepKey: ShownStep['step']['key']
  title: string
  state: StepState
  /** Whether the user ticks the step. */
  isTicked: boolean
}

function StepButtons({ stepKey, title, state, isTicked }: StepButtonsProps) {
  const { t } = useTranslation()
  const { settle } = useGuideChoices()
  const button = (name: 'tick' | 'skip' | 'reopen', as: Parameters<typeof settle>[1]) => (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      aria-label={t(`guide.${name}Of`, { title })}
      onClick={() => settle(stepKey, as)}
    >
      {t(`guide.${name}`)}
    </Button>
  )
  if (state === 'open') {
    return (
      <span className={classes['buttons']}>
        {isTicked && button('tick', 'done')}
        {button('skip', 'skipped')}
      </span>
    )
  }
  const isOwnChoice = state === 'skipped' || isTicked
  return isOwnChoice && <span className={classes['buttons']}>{button('reopen', null)}</span>
}
