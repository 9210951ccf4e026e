import './schemas-without-eval.ts'
import 'virtual:mantine-styles'
import 'virtual:theme-variables.css'
import './styles.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from './app.tsx'
import { startTranslation } from './i18n/i18n.ts'
import { printInLight } from './ui/print-in-light.ts'

const root = document.querySelector('#root')
if (root === null) throw new Error('The page has no #root to render into.')

printInLight()

// Not awaited at the top: texts are fetched from files that import this one.
void startTranslation().then(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)
