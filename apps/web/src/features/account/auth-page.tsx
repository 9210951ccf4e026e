import { Anchor, Tabs, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useServerInfo } from '../../api/viewer.ts'
import { changeLanguage, currentLanguage, type Language } from '../../i18n/i18n.ts'
import { Mark } from '../../ui/mark.tsx'
import { PageTitle } from '../../ui/page.tsx'
import classes from './auth-page.module.css'
import { rememberChoice } from './language-choice.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { LoginForm } from './login-form.tsx'
import { RegisterForm } from './register-form.tsx'

type Form = 'login' | 'register'

/**
 * Sign-in and registration. `regulatory` is the medical-device information; `renderForms` adds
 * signing in at the identity provider to the forms.
 */
export function AuthPage({
  regulatory,
  renderForms,
}: {
  regulatory: ReactNode
  renderForms: (forms: ReactNode) => ReactNode
}) {
  const { t } = useTranslation()
  const { info, version, loaded } = useServerInfo()
  const noUsers = info.total_users === 0
  const mayRegister = noUsers || info.allow_registration
  const [chosen, setChosen] = useState<Form | null>(null)
  const shown = mayRegister ? (chosen ?? (noUsers ? 'register' : 'login')) : 'login'
  const forms = (
    <Tabs
      value={shown}
      onChange={(value) => setChosen(value === 'register' ? 'register' : 'login')}
      keepMounted={false}
    >
      <Tabs.List grow mb="lg">
        <Tabs.Tab value="login">{t('account.login')}</Tabs.Tab>
        {mayRegister && <Tabs.Tab value="register">{t('account.register')}</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="login">
        <LoginForm />
      </Tabs.Panel>
      <Tabs.Panel value="register">
        <RegisterForm />
      </Tabs.Panel>
    </Tabs>
  )
  return (
    <main id="main" className={classes['screen']}>
      <PageTitle title={t(`account.${shown}`)} />
      <header className={classes['brand']}>
        <div className={classes['name']}>
          <Mark size={52} />
          <div>
            <Title order={1}>{info.name}</Title>
            <Text size="sm">
              {t('shell.version', {
                version: version === 'unknown' ? t('shell.unknownVersion') : version,
              })}
            </Text>
          </div>
        </div>
        <Text className={classes['intro']}>
          {t(noUsers ? 'account.firstAccount' : 'account.intro')}
        </Text>
      </header>
      <div className={classes['side']}>
        <div className={classes['language']}>
          <LanguageSwitch language={currentLanguage()} onChange={chooseLanguage} />
        </div>
        <div className={classes['content']}>
          {renderForms(forms)}
          {loaded && !mayRegister && (
            <Text size="sm" c="dimmed">
              {t('account.notAllowed')}
            </Text>
          )}
          <Anchor
            size="sm"
            href={info.help_url ?? '/help'}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t('account.help')}{' '}
            <span className={classes['hidden']}>{t('account.opensInNewTab')}</span>
          </Anchor>
          {regulatory}
        </div>
      </div>
    </main>
  )
}

function chooseLanguage(language: Language): void {
  rememberChoice(language)
  void changeLanguage(language)
}
