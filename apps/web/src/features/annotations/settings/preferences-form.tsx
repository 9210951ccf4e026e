import { Button, Fieldset, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { defaultPreferences, generalValues, withSettings } from '#annotation/preferences'
import type { Values } from '#annotation/settings'
import { toolList } from '#annotation/tools'
import { generalSettings } from '#annotation/view'

import { useWords } from '../../../i18n/words.ts'
import { useEditorContext } from '../editor-context.ts'
import { SettingControls } from '../tools/setting-controls.tsx'
import { useEditor } from '../use-editor.ts'
import classes from './settings-dialog.module.css'

const { newAfterStroke, protectOthers, colourBy, unit, wheel, minimap, smoothing, simplification } =
  generalSettings

/** The preferences of every tool and the general ones. Each change applies and is saved immediately. */
export function PreferencesForm() {
  const { t } = useTranslation()
  const words = useWords()
  const { editor } = useEditorContext().annotator
  const preferences = useEditor(editor, (state) => state.preferences)
  /** Recreates the fields, so that they show the reset values. */
  const [resets, setResets] = useState(0)
  // Two fields may change before the next render.
  const change = (tool: string | null) => (values: Values) =>
    editor.setView({ preferences: withSettings(editor.state.preferences, tool, values) })
  const reset = () => {
    editor.setView({ preferences: defaultPreferences })
    setResets(resets + 1)
  }
  const general = {
    look: 'form',
    values: generalValues(preferences),
    onChange: change(null),
  } as const
  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        {t('annotations.settings.hint')}
      </Text>
      <div key={resets} className={classes['tools']}>
        {toolList.map(({ about: { id, settings, words: named } }) => {
          if (settings === null) return null
          return (
            <Fieldset key={id} legend={words(named).name}>
              <div className={classes['fields']}>
                <SettingControls
                  look="form"
                  settings={settings.all}
                  values={settings.valuesIn(preferences)}
                  onChange={change(id)}
                />
              </div>
            </Fieldset>
          )
        })}
        <Fieldset legend={t('annotations.settings.allTools')}>
          <SettingControls settings={{ newAfterStroke, protectOthers }} {...general} />
        </Fieldset>
        <Fieldset legend={t('annotations.settings.shapes')}>
          <div className={classes['fields']}>
            <SettingControls settings={{ smoothing, simplification }} {...general} />
          </div>
        </Fieldset>
        <Fieldset legend={t('annotations.settings.canvas')}>
          <SettingControls settings={{ wheel, minimap }} {...general} />
        </Fieldset>
        <Fieldset legend={t('annotations.list')}>
          <div className={classes['fields']}>
            <SettingControls settings={{ colourBy, unit }} {...general} />
          </div>
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
