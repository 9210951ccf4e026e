import { Slider, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { ToolId } from '#annotation/tools'
import type { Preferences } from '#annotation/view'

import { useBench } from '../bench.ts'
import { PolygonSwitches } from './polygon-switches.tsx'
import { type Limits, limits } from './tool-preferences.ts'
import classes from './tool-settings.module.css'
import { useEditor, useEditorLater } from '../use-editor.ts'

/** Where the slider ends; larger radii are reached by keys. */
const radiusOnSlider = { ...limits.brush.radius, most: 200 }

/** The settings of the tool in hand, if it has any. */
export function ToolSettings() {
  const { t } = useTranslation()
  const { editor } = useBench().annotator
  const tool = useEditorLater(editor, (state) => state.tool.id)
  const preferences = useEditor(editor, (state) => state.preferences)
  const mode = useEditor(editor, (state) => state.mode)
  if (mode === 'segment' && (tool === 'keypoints' || tool === 'measure')) return null
  const change = (changes: Partial<Preferences>) =>
    editor.setView({ preferences: { ...preferences, ...changes } })
  return (
    <fieldset className={classes['strip']} aria-label={t('annotations.settings.name')}>
      {(tool === 'brush' || tool === 'eraser') && (
        <NumberSetting
          label={t('annotations.settings.radius')}
          text={t('annotations.settings.pixels', { number: preferences[tool].radius })}
          value={preferences[tool].radius}
          range={radiusOnSlider}
          onChange={(radius) => change({ [tool]: { ...preferences[tool], radius } })}
        />
      )}
      {tool === 'magicWand' && (
        <WandSettings
          settings={preferences.magicWand}
          onChange={(magicWand) => change({ magicWand })}
        />
      )}
      {tool === 'prediction' && (
        <PredictionSettings
          settings={preferences.prediction}
          onChange={(prediction) => change({ prediction })}
        />
      )}
      {mode === 'label' && <span>{t('annotations.labelHint')}</span>}
      {tool === 'select' && (
        <Switch
          size="xs"
          label={t('annotations.settings.showText')}
          checked={preferences.select.showText}
          onChange={({ currentTarget: { checked: showText } }) =>
            change({ select: { ...preferences.select, showText } })
          }
        />
      )}
      {tool === 'polygon' && (
        <PolygonSwitches
          size="xs"
          settings={preferences.polygon}
          onChange={(polygon) => change({ polygon })}
        />
      )}
      {addsArea(tool) && (
        <Switch
          size="xs"
          label={t('annotations.settings.protectOthers')}
          checked={preferences.protectOthers}
          onChange={({ currentTarget: { checked: protectOthers } }) => change({ protectOthers })}
        />
      )}
    </fieldset>
  )
}

function addsArea(tool: ToolId): boolean {
  return !['select', 'eraser', 'keypoints', 'measure'].includes(tool)
}

interface WandSettingsProps {
  settings: Preferences['magicWand']
  onChange: (settings: Preferences['magicWand']) => void
}

function WandSettings({ settings, onChange }: WandSettingsProps) {
  const { t } = useTranslation()
  return (
    <>
      <NumberSetting
        label={t('annotations.settings.threshold')}
        text={String(settings.threshold)}
        value={settings.threshold}
        range={limits.magicWand.threshold}
        onChange={(threshold) => onChange({ ...settings, threshold })}
      />
      <NumberSetting
        label={t('annotations.settings.blur')}
        text={t('annotations.settings.percent', { number: settings.blur })}
        value={settings.blur}
        range={limits.magicWand.blur}
        onChange={(blur) => onChange({ ...settings, blur })}
      />
    </>
  )
}

interface PredictionSettingsProps {
  settings: Preferences['prediction']
  onChange: (settings: Preferences['prediction']) => void
}

function PredictionSettings({ settings, onChange }: PredictionSettingsProps) {
  const { t } = useTranslation()
  return (
    <>
      <NumberSetting
        label={t('annotations.settings.padding')}
        text={t('annotations.settings.pixels', { number: settings.padding })}
        value={settings.padding}
        range={limits.prediction.padding}
        onChange={(padding) => onChange({ ...settings, padding })}
      />
      <NumberSetting
        label={t('annotations.settings.threshold')}
        text={String(settings.threshold)}
        value={settings.threshold}
        range={limits.prediction.threshold}
        onChange={(threshold) => onChange({ ...settings, threshold })}
      />
    </>
  )
}

interface NumberSettingProps {
  label: string
  /** The value with its unit. */
  text: string
  value: number
  range: Limits
  onChange: (value: number) => void
}

function NumberSetting({ label, text, value, range, onChange }: NumberSettingProps) {
  return (
    <div className={classes['number']}>
      <span aria-hidden>{label}</span>
      <Slider
        className={classes['slider'] ?? ''}
        size="sm"
        min={range.least}
        max={range.most}
        value={Math.min(value, range.most)}
        onChange={onChange}
        label={null}
        thumbLabel={label}
      />
      <span className={classes['value']}>{text}</span>
    </div>
  )
}
