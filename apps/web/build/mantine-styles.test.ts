import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { sheetsFor } from './mantine-styles.ts'

const components = fileURLToPath(
  new URL('../../../node_modules/@mantine/core/esm/components/', import.meta.url),
)

test('the sheet of a component follows those of the components that it is made of', () => {
  const modal = sheetsFor(`${components}Modal/Modal.module.mjs`)
  expect(modal).toContain('Overlay')
  expect(modal.indexOf('ModalBase')).toBeLessThan(modal.indexOf('Modal'))
  expect(modal.at(-1)).toBe('Modal')
  expect(modal).not.toContain('Table')
  expect(sheetsFor(`${components}Button/Button.module.mjs`)).toEqual([
    'UnstyledButton',
    'Loader',
    'Button',
  ])
})
