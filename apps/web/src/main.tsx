import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import 'virtual:theme-variables.css'
import './styles.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { config } from 'zod'

import { startTranslation } from './i18n/i18n.ts'

// Compiled schemas need eval, which the content security policy forbids. The app is imported late, so that
// no schema exists before this setting.
config({ jitless: true })

const root = document.querySelector('#root')
if (root === null) throw new Error('The page has no #root to render into.')

const [{ App }] = await Promise.all([import('./app.tsx'), startTranslation()])
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
