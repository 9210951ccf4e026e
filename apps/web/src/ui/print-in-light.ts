const attribute = 'data-mantine-color-scheme'

/** Prints in light colours, because browsers leave out dark grounds and pale letters are hard to read on paper. */
export function printInLight(): void {
  const page = document.documentElement
  let shown: string | null = null
  addEventListener('beforeprint', () => {
    shown = page.getAttribute(attribute)
    page.setAttribute(attribute, 'light')
  })
  addEventListener('afterprint', () => {
    if (shown !== null) page.setAttribute(attribute, shown)
  })
}
