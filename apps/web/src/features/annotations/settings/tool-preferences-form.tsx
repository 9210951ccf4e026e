import { Button, Fieldset, NumberInput, Switch, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { defaultPreferences, type Preferences } from '#annotation/view'

import { useBench } from '../bench.ts'
import { PolygonSwitches } from '../tools/polygon-switches.tsx'
import classes from './settings-dialog.module.css'
import { type Limits, limits } from '../tools/tool-preferences.ts'
import { useEditor } from '../use-editor.ts'

type ToolWithNumbers = keyof typeof limits
type NumberName = { [Tool in ToolWithNumbers]: keyof (typeof limits)[Tool] }[ToolWithNumbers]

const units: Readonly<Partial<Record<string, string>>> = {
  tolerance: ' px',
  completeDistance: ' px',
  minDistance: ' px',
  simplify: ' px',
  radius: ' px',
  step: ' px',
  minimumArea: ' px²',
  blur: ' %',
  padding: ' px',
}

const tools = Object.keys(limits) as readonly ToolWithNumbers[]

/** The preferences of every tool; each is used and saved at once. */
export function ToolPreferencesForm() {
  const { t } = useTranslation()
  const { editor } = useBench().annotator
  const preferences = useEditor(editor, (state) => state.preferences)
  /** Makes the fields anew, so that they show what was put into them. */
  const [resets, setResets] = useState(0)
  const change = (changes: Partial<Preferences>) =>
    editor.setView({ preferences: { ...editor.state.preferences, ...changes } })
  const reset = () => {
    change(defaultPreferences)
    setResets(resets + 1)
  }
  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        {t('annotations.settings.hint')}
      </Text>
      <div key={resets} className={classes['tools']}>
        {tools.map((tool) => (
          <Fieldset key={tool} legend={t(`annotations.commands.${tool}`)}>
            <div className={classes['fields']}>
              <ToolNumbers tool={tool} values={{ ...preferences[tool] }} onChange={change} />
              {tool === 'select' && (
                <Switch
                  label={t('annotations.settings.showText')}
                  checked={preferences.select.showText}
                  onChange={({ currentTarget: { checked: showText } }) =>
                    change({ select: { ...preferences.select, showText } })
                  }
                />
              )}
              {tool === 'polygon' && (
                <PolygonSwitches
                  settings={preferences.polygon}
                  onChange={(polygon) => change({ polygon })}
                />
              )}
            </div>
          </Fieldset>
        ))}
        <Fieldset legend={t('annotations.settings.allTools')}>
          <Switch
            label={t('annotations.settings.protectOthers')}
            description={t('annotations.settings.protectOthersHint')}
            checked={preferences.protectOthers}
            onChange={({ currentTarget: { checked: protectOthers } }) => change({ protectOthers })}
          />
        </Fieldset>
      </div>
      <div className={classes['end']}>
        <span />
        <Button variant="default" onClick={reset}>
          {t('annotations.settings.reset')}
        </Button>
      </div>
    </>
  )
}

interface ToolNumbersProps {
  tool: ToolWithNumbers
  values: Readonly<Record<string, unknown>>
  onChange: (changes: Partial<Preferences>) => void
}

function ToolNumbers({ tool, values, onChange }: ToolNumbersProps) {
  const { t } = useTranslation()
  const settings: Readonly<Record<string, Limits>> = limits[tool]
  return Object.entries(settings).map(([name, range]) => (
    <NumberField
      key={name}
      label={t(`annotations.settings.${labelOf(tool, name as NumberName)}`)}
      unit={units[name] ?? ''}
      value={Number(values[name])}
      limits={range}
      onChange={(value) => onChange({ [tool]: { ...values, [name]: value } })}
    />
  ))
}

/** A polygon has no radius of its own. */
function labelOf(tool: ToolWithNumbers, name: NumberName): NumberName | 'colourRadius' {
  return tool === 'polygon' && name === 'radius' ? 'colourRadius' : name
}

interface NumberFieldProps {
  label: string
  unit: string
  value: number
  limits: Limits
  onChange: (value: number) => void
}

/** Takes a number as soon as it may be one; leaving the field brings others within the limits. */
function NumberField({ label, unit, value, limits: { least, most }, onChange }: NumberFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | number>(value)
  const take = (next: string | number) => {
    setTyped(next)
    if (typeof next === 'number' && next >= least && next <= most) onChange(next)
  }
  return (
    <div className={classes['number']}>
      <label htmlFor={id}>{label}</label>
      <NumberInput
        id={id}
        className={classes['input'] ?? ''}
        size="xs"
        min={least}
        max={most}
        suffix={unit}
        allowDecimal={false}
        value={typed}
        onChange={take}
        onBlur={() => typeof typed === 'string' && setTyped(value)}
      />
    </div>
  )
}
