// The handbook works without this script, which adds the choice of colours, the menu of small screens,
// and results of the search while one types.
const page = document.documentElement

/** The key of the application, whose choice holds here as well. */
const schemeKey = 'mantine-color-scheme-value'

const showScheme = (scheme) => {
  page.dataset.mantineColorScheme = scheme
}

const switchScheme = () => {
  const other = page.dataset.mantineColorScheme === 'dark' ? 'light' : 'dark'
  showScheme(other)
  try {
    localStorage.setItem(schemeKey, other)
  } catch {
    // Storage is blocked: the choice holds for this page.
  }
}

/** Without a choice, the colours are those of the system, also when they change. */
const followSystem = ({ matches }) => {
  try {
    if (/^(?:light|dark)$/.test(localStorage.getItem(schemeKey) ?? '')) return
  } catch {
    // Storage is blocked: nothing was chosen.
  }
  showScheme(matches ? 'dark' : 'light')
}

const openMenu = (button) => {
  button.addEventListener('click', () => {
    const isOpen = page.toggleAttribute('data-menu')
    button.setAttribute('aria-expanded', String(isOpen))
  })
}

/** The results of the search page, shown below the field. */
const searchAsTyped = (form) => {
  const input = form.querySelector('input[type=search]')
  const panel = document.createElement('div')
  panel.className = 'suggestions'
  panel.hidden = true
  form.append(panel)
  let asked = 0

  const show = async () => {
    const turn = ++asked
    const query = input.value.trim()
    if (query.length < 2) {
      panel.hidden = true
      return
    }
    const answer = await fetch(`${form.action}?${new URLSearchParams(new FormData(form))}`)
    const result = new DOMParser().parseFromString(await answer.text(), 'text/html')
    if (turn !== asked || !answer.ok) return
    panel.replaceChildren(...(result.querySelector('article')?.children ?? []))
    panel.querySelector('h1')?.remove()
    panel.hidden = false
  }

  const go = (step) => {
    const links = [...panel.querySelectorAll('a')]
    const at = links.indexOf(document.activeElement) + step
    if (at < 0) input.focus()
    else links[at]?.focus()
  }

  input.addEventListener('input', () => void show().catch(() => undefined))
  input.addEventListener('focus', () => {
    if (panel.hasChildNodes() && input.value.trim().length > 1) panel.hidden = false
  })
  form.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') {
      panel.hidden = true
      input.focus()
    } else if (step !== undefined && !panel.hidden) {
      event.preventDefault()
      go(step)
    }
  })
  document.addEventListener('pointerdown', (event) => {
    if (!form.contains(event.target)) panel.hidden = true
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target.matches('input, textarea')) return
    event.preventDefault()
    input.select()
  })
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', followSystem)
document.querySelector('.colours').addEventListener('click', switchScheme)
openMenu(document.querySelector('.menu'))
searchAsTyped(document.querySelector('.search'))
document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'center' })
