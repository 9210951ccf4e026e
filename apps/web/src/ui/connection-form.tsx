import { Alert, Button, Group, Input, MantineThemeProvider, Stack } from '@mantine/core'
import type { ReactNode, SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'

import classes from './connection-form.module.css'
import { Section } from './section.tsx'

interface ConnectionFormProps {
  title: string
  /** Shown above the fields. */
  notice?: ReactNode
  children: ReactNode
  /** Whether the entries can be saved. */
  isValid: boolean
  saving: boolean
  onSave: () => void
  trial: {
    label: string
    possible: boolean
    running: boolean
    /** Result of the last test, if there was one. */
    outcome: { success: boolean; text: string } | undefined
    onTry: () => void
  }
}

/** Hints below the inputs keep neighbouring inputs aligned, however many lines the hints have. */
const hintsBelow = {
  components: {
    InputWrapper: Input.Wrapper.extend({
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    }),
  },
}

/** Connection settings of another system: fields side by side, and buttons to save and test them. */
export function ConnectionForm({ trial, ...form }: ConnectionFormProps) {
  const { t } = useTranslation()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (form.isValid) form.onSave()
  }
  return (
    <Section title={form.title}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {form.notice}
          <MantineThemeProvider inherit theme={hintsBelow}>
            <div className={classes['fields']}>{form.children}</div>
          </MantineThemeProvider>
          {trial.outcome !== undefined && (
            <Alert color={trial.outcome.success ? 'green' : 'red'}>{trial.outcome.text}</Alert>
          )}
          <Group>
            <Button type="submit" loading={form.saving} disabled={!form.isValid}>
              {t('common.save')}
            </Button>
            <Button
              variant="default"
              loading={trial.running}
              disabled={!form.isValid || !trial.possible}
              onClick={trial.onTry}
            >
              {trial.label}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
