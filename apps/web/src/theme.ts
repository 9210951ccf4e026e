import {
  colorsTuple,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core'

// Shade 6 is the ground of white text, and shade 4 is text on dark, both with more than 4.5:1.
const lagoon: MantineColorsTuple = [
  '#eef6f9',
  '#d8e8ef',
  '#b2d1de',
  '#8abbce',
  '#6aa8c0',
  '#40889f',
  '#22697f',
  '#1b586c',
  '#164859',
  '#0f3644',
]
const slate: MantineColorsTuple = [
  '#f6f8f9',
  '#edf1f3',
  '#dfe5e8',
  '#cbd3d8',
  '#a9b4bb',
  '#7f8c94',
  '#5c6870',
  '#465159',
  '#323b42',
  '#1e252b',
]
const night: MantineColorsTuple = [
  '#d3dade',
  '#bcc5cb',
  '#a1adb4',
  '#6c7982',
  '#4b5760',
  '#353f47',
  '#262e35',
  '#1b2227',
  '#151b1f',
  '#0f1417',
]

/** The look of the application: colours, type, spacing, corners and defaults of the widgets. */
export const theme: MantineThemeOverride = createTheme({
  colors: { lagoon, gray: slate, dark: night, white: colorsTuple('#ffffff') },
  primaryColor: 'lagoon',
  primaryShade: 6,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans KR", "Noto Sans CJK KR", sans-serif',
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.2rem' } },
  },
  components: {
    // Mantine would compensate for the scroll bar in a <style> element; styles.css reserves its space
    // instead.
    // The room below every dialog is that of a notice.
    ModalRoot: {
      defaultProps: {
        removeScrollProps: { removeScrollBar: false },
        centered: true,
        yOffset: '5rem',
      },
    },
    // A dialog's title bar is not the page's banner landmark.
    ModalHeader: { defaultProps: { component: 'div' } },
    // Popovers belong to the page's main region.
    Popover: { defaultProps: { portalProps: { target: '#main' } } },
    Badge: { defaultProps: { tt: 'none' } },
    Tooltip: {
      defaultProps: { openDelay: 300, withArrow: true, portalProps: { target: '#main' } },
    },
    // A menu must not contain the placeholder that would take the focus instead of the first entry. It
    // opens at once: fading it in costs more than rendering it.
    Menu: {
      defaultProps: {
        shadow: 'md',
        position: 'bottom-end',
        withInitialFocusPlaceholder: false,
        transitionProps: { duration: 0 },
      },
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  },
})
