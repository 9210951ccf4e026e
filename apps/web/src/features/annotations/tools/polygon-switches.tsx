import { type MantineSize, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Preferences } from '#annotation/view'

interface PolygonSwitchesProps {
  settings: Preferences['polygon']
  onChange: (settings: Preferences['polygon']) => void
  size?: MantineSize
}

/** What of the polygon tool is on or off. */
export function PolygonSwitches({ settings, onChange, size = 'sm' }: PolygonSwitchesProps) {
  const { t } = useTranslation()
  return (['guidance', 'auto', 'blackOrWhite'] as const).map((name) => (
    <Switch
      key={name}
      size={size}
      label={t(`annotations.settings.${name}`)}
      disabled={name === 'blackOrWhite' && !settings.auto}
      checked={settings[name]}
      onChange={({ currentTarget: { checked } }) => onChange({ ...settings, [name]: checked })}
    />
  ))
}
