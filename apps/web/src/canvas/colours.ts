/** Linear light of a channel of sRGB, 0 to 1 (IEC 61966-2-1). */
function linear(channel: number): number {
  const value = channel / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function channelsOf(color: string): [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

/** Relative luminance of '#rrggbb', 0 black to 1 white (WCAG 2). */
export function luminance(color: string): number {
  const [red, green, blue] = channelsOf(color)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** Below this an outline is lost on the dark ground of a fundus photograph. */
const leastLuminance = 0.12

/** The colour of an outline: its own, or a lighter one if it is too dark to be visible. */
export function outlineColour(color: string): string {
  let share = 0
  let outline = color
  while (luminance(outline) < leastLuminance && share < 1) {
    share += 0.1
    outline = mixedWithWhite(color, share)
  }
  return outline
}

function mixedWithWhite(color: string, share: number): string {
  const mixed = channelsOf(color).map((channel) =>
    Math.round(channel + (255 - channel) * share)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${mixed.join('')}`
}

/** A line colour that contrasts with a background: black or white, or the background's opposite. */
export function contrastingColour(ground: string, blackOrWhite: boolean): string {
  if (blackOrWhite) return casingColour(ground)
  const opposite = 0xffffff - Number.parseInt(ground.slice(1), 16)
  return `#${opposite.toString(16).padStart(6, '0')}`
}

/** The casing painted beneath an outline so that it is visible on any background: dark or light. */
export function casingColour(color: string): string {
  return luminance(color) > 0.18 ? '#000000' : '#ffffff'
}
