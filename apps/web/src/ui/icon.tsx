import type { ComponentType, SVGProps } from 'react'

interface IconShape {
  paths: readonly { d: string; isFilled: boolean }[]
  /** Whether its paths are lines; if not, they are areas. */
  isOutlined: boolean
}

interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** Width and height in CSS pixels. */
  size?: number
  /** Width of the lines, in twenty-fourths of the size. */
  stroke?: number
}

export type Icon = ComponentType<IconProps>

/** A component that draws this shape in the colour of the text around it. */
export function icon({ paths, isOutlined }: IconShape): Icon {
  return function Icon({ size = 24, stroke = 2, ...attributes }) {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        fill={isOutlined ? 'none' : 'currentColor'}
        stroke={isOutlined ? 'currentColor' : 'none'}
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
        {...attributes}
      >
        {paths.map(({ d, isFilled }) => (
          <path key={d} d={d} fill={isFilled ? 'currentColor' : undefined} />
        ))}
      </svg>
    )
  }
}
