import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from 'react-router/dom'

import { createQueryClient } from './api/query-client.ts'
import { useServerInfo } from './api/viewer.ts'
import { router } from './routes.tsx'
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
        <Screens />
      </MantineProvider>
    </QueryClientProvider>
  )
}

function Screens() {
  const { info } = useServerInfo()
  return (
    <ProductName value={info.name}>
      <RouterProvider router={router} />
    </ProductName>
  )
}
