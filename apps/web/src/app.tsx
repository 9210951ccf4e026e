import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'

import { createQueryClient } from './api/query-client.ts'
import { useServerInfo } from './api/viewer.ts'
import { Door } from './door.tsx'
import { theme } from './theme.ts'
import { ProductName } from './ui/product-name.ts'

const queryClient = createQueryClient()

/**
 * Mantine's own <style> elements are off: the theme's variables are in a style sheet, and classes that hide
 * by screen width are not used.
 */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <Named />
      </MantineProvider>
    </QueryClientProvider>
  )
}

function Named() {
  const { info } = useServerInfo()
  return (
    <ProductName value={info.name}>
      <Door />
    </ProductName>
  )
}
