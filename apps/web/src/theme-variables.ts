import type { ConvertCSSVariablesInput, MantineTheme } from '@mantine/core'
import { defaultCssVariablesResolver } from '@mantine/core'

/** Text and tint of Mantine's light, outline and subtle variants, dark enough to read (4.5:1). */
const tints = {
  lagoon: { light: '#164859', dark: '#8abbce' },
  gray: { light: '#465159', dark: '#bcc5cb' },
  red: { light: '#a51d1d', dark: '#ffa8a8' },
  orange: { light: '#8a3a00', dark: '#ffd0a8' },
  yellow: { light: '#7a4a00', dark: '#ffd97a' },
  green: { light: '#1d6a2c', dark: '#8ce99a' },
} as const

function tintVariables(scheme: 'light' | 'dark'): Record<string, string> {
  const entries = Object.entries(tints).flatMap(([name, text]) => [
    [`--mantine-color-${name}-light-color`, text[scheme]],
    [`--mantine-color-${name}-outline`, text[scheme]],
    [`--mantine-color-${name}-text`, text[scheme]],
  ])
  return Object.fromEntries(entries)
}

/** Colours of Mantine that no widget here has: every visitor would load their variables. */
const unusedColour = /^--mantine-color-(?:pink|violet|indigo|cyan|lime)-/

function used(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !unusedColour.test(name)))
}

/** Mantine's variables with the contrast that a clinical tool needs, and our own variables. */
export function cssVariables(theme: MantineTheme): ConvertCSSVariablesInput {
  const base = defaultCssVariablesResolver(theme)
  return {
    variables: { ...used(base.variables), '--fovea-bar-height': '3.25rem' },
    light: {
      ...used(base.light),
      ...tintVariables('light'),
      '--mantine-color-body': '#fbfcfd',
      '--mantine-color-dimmed': '#56626a',
      '--mantine-color-placeholder': '#69757d',
      '--mantine-color-error': '#b42323',
      '--mantine-color-anchor': '#1b586c',
      '--mantine-color-default-border': '#cbd3d8',
      '--fovea-surface': '#ffffff',
      '--fovea-line': '#dfe5e8',
      '--fovea-control-line': '#7f8c94',
      '--fovea-well': '#edf1f3',
      '--fovea-good': '#1d7a35',
      '--fovea-bad': '#c92a2a',
      '--fovea-warning': '#7a4a00',
      '--fovea-highlight': '#fff3c4',
    },
    dark: {
      ...used(base.dark),
      ...tintVariables('dark'),
      '--mantine-color-body': '#151b1f',
      '--mantine-color-dimmed': '#a1adb4',
      '--mantine-color-placeholder': '#8f9ba3',
      '--mantine-color-error': '#ff9c9c',
      '--mantine-color-anchor': '#8abbce',
      '--mantine-color-default-border': '#4b5760',
      // Keys and the names of disabled entries stay legible on it.
      '--menu-item-hover': '#353f47',
      '--fovea-surface': '#1b2227',
      '--fovea-line': '#353f47',
      '--fovea-control-line': '#7f8c94',
      '--fovea-well': '#0f1417',
      '--fovea-good': '#69db7c',
      '--fovea-bad': '#ff8787',
      '--fovea-warning': '#ffd97a',
      '--fovea-highlight': '#4a3f14',
    },
  }
}
