import { NumberInput, SegmentedControl, Slider, Switch, Text } from '@mantine/core'
import { useId, useState } from 'react'

import type {
  ChoiceSetting,
  NumberSetting,
  Setting,
  Settings,
  SwitchSetting,
  Values,
} from '#annotation/settings'

import { useWords } from '../../../i18n/words.ts'
import classes from './setting-controls.module.css'

/** Look in the preferences form, or in the strip beside the canvas. */
type Look = 'form' | 'strip'

interface SettingControlsProps {
  settings: Settings
  values: Values
  look: Look
  /** Called with valid values only. */
  onChange: (change: Values) => void
}

/** A control for each setting, by its kind. */
export function SettingControls({ settings, values, look, onChange }: SettingControlsProps) {
  return Object.entries(settings).map(([name, setting]) => (
    <SettingControl
      key={name}
      setting={setting}
      value={values[name] ?? setting.usual}
      look={look}
      isUsable={isUsable(setting, values)}
      onChange={(value) => onChange({ [name]: value })}
    />
  ))
}

function isUsable(setting: Setting, values: Values): boolean {
  if (setting.kind !== 'switch' || setting.needs === undefined) return true
  return values[setting.needs] === true
}

interface ControlProps<Of extends Setting, Value extends Setting['usual']> {
  setting: Of
  value: Value
  look: Look
  onChange: (value: Value) => void
}

interface SettingControlProps extends ControlProps<Setting, Setting['usual']> {
  isUsable: boolean
}

function SettingControl({
  setting,
  value,
  look,
  isUsable: enabled,
  onChange,
}: SettingControlProps) {
  if (setting.kind === 'switch') {
    const switched = { setting, value: value === true, look, onChange }
    return <SwitchControl {...switched} enabled={enabled} />
  }
  if (setting.kind === 'choice') {
    return <ChoiceControl {...{ setting, value: String(value), look, onChange }} />
  }
  const numbered = { setting, value: Number(value), look, onChange }
  return look === 'strip' ? <NumberSlider {...numbered} /> : <NumberField {...numbered} />
}

function SwitchControl({
  setting: { label, hint },
  value,
  look,
  enabled,
  onChange,
}: ControlProps<SwitchSetting, boolean> & { enabled: boolean }) {
  const words = useWords()
  return (
    <Switch
      size={look === 'strip' ? 'xs' : 'sm'}
      label={words(label)}
      description={look === 'form' && hint !== undefined ? words(hint) : undefined}
      disabled={!enabled}
      checked={value}
      onChange={({ currentTarget: { checked } }) => onChange(checked)}
    />
  )
}

function ChoiceControl({
  setting: { label, options },
  value,
  look,
  onChange,
}: ControlProps<ChoiceSetting, string>) {
  const words = useWords()
  const data = Object.entries(options).map(([option, name]) => {
    return { value: option, label: words(name) }
  })
  return (
    <div className={classes[look === 'form' ? 'choice' : 'strip']}>
      <span aria-hidden>{words(label)}</span>
      <SegmentedControl
        size="xs"
        fullWidth={look === 'form'}
        classNames={{ label: classes['option'] ?? '' }}
        aria-label={words(label)}
        data={data}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}

function NumberSlider({ setting, value, onChange }: ControlProps<NumberSetting, number>) {
  const words = useWords()
  const { label, least, most, unit, sliderEnd = most } = setting
  return (
    <div className={classes['strip']}>
      <span aria-hidden>{words(label)}</span>
      <Slider
        className={classes['slider'] ?? ''}
        size="sm"
        min={least}
        max={sliderEnd}
        value={Math.min(value, sliderEnd)}
        onChange={onChange}
        label={null}
        thumbLabel={words(label)}
      />
      <span className={classes['value']}>{`${value} ${unit}`.trim()}</span>
    </div>
  )
}

/** Accepts a number as soon as it is valid; leaving the field clamps it to the limits. */
function NumberField({ setting, value, onChange }: ControlProps<NumberSetting, number>) {
  const words = useWords()
  const { label, hint, least, most, unit } = setting
  const id = useId()
  const hintId = useId()
  const [typed, setTyped] = useState<string | number>(value)
  const take = (next: string | number) => {
    setTyped(next)
    if (typeof next === 'number' && next >= least && next <= most) onChange(next)
  }
  return (
    <div>
      <div className={classes['form']}>
        <label htmlFor={id}>{words(label)}</label>
        <NumberInput
          id={id}
          className={classes['input'] ?? ''}
          size="xs"
          min={least}
          max={most}
          suffix={unit === '' ? '' : ` ${unit}`}
          allowDecimal={false}
          aria-describedby={hint === undefined ? undefined : hintId}
          value={typed}
          onChange={take}
          onBlur={() => typeof typed === 'string' && setTyped(value)}
        />
      </div>
      {hint !== undefined && (
        <Text id={hintId} size="xs" c="dimmed">
          {words(hint)}
        </Text>
      )}
    </div>
  )
}
