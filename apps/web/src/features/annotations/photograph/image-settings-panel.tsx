import { ActionIcon, Box, Button, CloseButton, Group, Slider, Switch, Tooltip } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { IconAdjustmentsHorizontal, IconRestore } from '../../../ui/icons.ts'
import { useCommandLabel } from '../commands/command-button.tsx'
import { runCommand } from '../commands/commands.ts'
import { useEditorContext } from '../editor-context.ts'
import { imageSettingLimits, type ImageNumber, viewOf } from './image-settings.ts'
import classes from './image-settings.module.css'
import { useImageSettings } from './use-image-settings.ts'

const iconSize = 20

/** The button that opens the image settings, and closes them again. */
export function ImageSettingsButton() {
  const { t } = useTranslation()
  const { isOriginal, isOpen, button } = useImageSettings()
  const context = useEditorContext()
  const label = useCommandLabel('imageSettings')
  return (
    <Tooltip
      label={isOriginal ? label : `${label}. ${t('annotations.view.changed')}`}
      position="right"
    >
      <ActionIcon
        ref={button}
        size="lg"
        variant={isOriginal ? 'subtle' : 'filled'}
        color={isOriginal ? 'gray' : 'lagoon'}
        aria-label={t('annotations.view.name')}
        aria-expanded={isOpen}
        onClick={() => runCommand('imageSettings', context)}
      >
        <IconAdjustmentsHorizontal size={iconSize} />
      </ActionIcon>
    </Tooltip>
  )
}

/** The image settings while they are open: a part of the side panel, which leaves the photograph free. */
export function ImageSettingsPanel() {
  const { t } = useTranslation()
  const { isOpen, setOpen, button } = useImageSettings()
  if (!isOpen) return null
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <Box
      component="section"
      className={classes['panel'] ?? ''}
      aria-label={t('annotations.view.name')}
      onKeyDown={(event) => {
        // On the canvas, Escape would clear the selection.
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <Panel onClose={close} />
    </Box>
  )
}

function Panel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { settings, isOriginal, change, reset } = useImageSettings()
  const head = useRef<HTMLDivElement>(null)
  // Keeps the focus inside after opening or resetting, when the button loses it, so that Escape still
  // closes the panel.
  const focus = () => head.current?.focus()
  useEffect(focus, [])
  return (
    <>
      <div ref={head} tabIndex={-1} className={classes['head']}>
        <strong>{t('annotations.view.name')}</strong>
        <CloseButton size="sm" aria-label={t('common.close')} onClick={onClose} />
      </div>
      <NumberRow name="brightness" />
      <NumberRow name="contrast" />
      <NumberRow name="gamma" />
      <NumberRow name="localContrast" />
      <Group gap="lg">
        <Switch
          size="xs"
          label={t('annotations.view.redFree')}
          checked={settings.redFree}
          onChange={({ currentTarget: { checked: redFree } }) => change({ redFree })}
        />
        <Switch
          size="xs"
          label={t('annotations.view.invert')}
          checked={settings.invert}
          onChange={({ currentTarget: { checked: invert } }) => change({ invert })}
        />
      </Group>
      <hr className={classes['line']} />
      <NumberRow name="annotationOpacity" />
      <p className={classes['note']}>{t('annotations.view.onlyView')}</p>
      <Group gap="xs" grow>
        <CompareButton />
        <Button
          size="xs"
          variant="default"
          disabled={isOriginal}
          onClick={() => {
            reset()
            focus()
          }}
          leftSection={<IconRestore size={14} aria-hidden />}
        >
          {t('annotations.view.reset')}
        </Button>
      </Group>
    </>
  )
}

function NumberRow({ name }: { name: ImageNumber }) {
  const { t } = useTranslation()
  const { settings, change } = useImageSettings()
  const { least, most, step } = imageSettingLimits[name]
  const label = t(`annotations.view.${name}`)
  const value = settings[name]
  const text = textOf[name](value)
  return (
    <div className={classes['row']}>
      <span aria-hidden>{label}</span>
      <Slider
        size="sm"
        min={least}
        max={most}
        step={step}
        value={value}
        onChange={(number) => change({ [name]: number })}
        label={null}
        thumbLabel={label}
        thumbProps={{ 'aria-valuetext': text }}
      />
      <span className={classes['value']}>{text}</span>
    </div>
  )
}

const percent = (value: number) => `${value} %`
const textOf: Readonly<Record<ImageNumber, (value: number) => string>> = {
  brightness: (value) => percent(value).replace('-', '−'),
  contrast: percent,
  gamma: (value) => value.toFixed(2),
  localContrast: (value) => value.toFixed(1),
  annotationOpacity: percent,
}

const holds = (key: string) => key === ' ' || key === 'Enter'

/** Shows the original photograph while held down by pointer or key. */
function CompareButton() {
  const { t } = useTranslation()
  const { stage } = useEditorContext().annotator
  const { settings } = useImageSettings()
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    stage.peek('original', isHeld)
    return () => stage.peek('original', false)
  }, [stage, isHeld])
  return (
    <Tooltip label={t('annotations.view.compareHint')}>
      <Button
        size="xs"
        variant={isHeld ? 'filled' : 'default'}
        disabled={viewOf(settings) === null}
        aria-pressed={isHeld}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setHeld(true)
        }}
        onPointerUp={() => setHeld(false)}
        onPointerCancel={() => setHeld(false)}
        onKeyDown={({ key }) => setHeld((held) => held || holds(key))}
        onKeyUp={() => setHeld(false)}
        onBlur={() => setHeld(false)}
      >
        {t('annotations.view.compare')}
      </Button>
    </Tooltip>
  )
}

/** Says that the view is adjusted, and offers to reset it. */
export function ViewSign() {
  const { t } = useTranslation()
  const { isOriginal, reset } = useImageSettings()
  if (isOriginal) return null
  return (
    <output className={classes['sign']}>
      {t('annotations.view.changed')}
      <button type="button" className={classes['back']} onClick={reset}>
        {t('annotations.view.reset')}
      </button>
    </output>
  )
}
