import { AboutPage } from '../features/info/about-page.tsx'
import { KeyboardHelp } from './keyboard-help.tsx'

export function AboutScreen() {
  return <AboutPage keyboardHelp={<KeyboardHelp />} />
}
