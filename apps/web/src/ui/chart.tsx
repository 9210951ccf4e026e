import type { Drawing, Point, Shape } from '#report/charts/drawing'
import { markRadius, textSize } from '#report/charts/drawing'

import classes from './chart.module.css'

/** A graphic of a report, as wide as its place permits. */
export function Chart({ drawing: { width, height, alt, shapes } }: { drawing: Drawing }) {
  return (
    <svg
      className={classes['chart']}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden={alt === '' || undefined}
    >
      {alt !== '' && <title>{alt}</title>}
      {shapes.map((shape) => (
        <Drawn key={JSON.stringify(shape)} shape={shape} />
      ))}
    </svg>
  )
}

function Drawn({ shape }: { shape: Shape }) {
  switch (shape.kind) {
    case 'line':
      return (
        <polyline
          points={shape.points.map(({ x, y }) => `${x},${y}`).join(' ')}
          data-look={shape.look}
          data-eye={'eye' in shape ? shape.eye : undefined}
        />
      )
    case 'band':
      return <Band {...shape} />
    case 'mark':
      return (
        <g data-eye={shape.eye}>
          {shape.title !== '' && <title>{shape.title}</title>}
          <Mark {...shape} />
        </g>
      )
    case 'text':
      return (
        <text x={shape.at.x} y={shape.at.y} fontSize={textSize} textAnchor={shape.anchor}>
          {shape.text}
        </text>
      )
  }
}

function Band({ from, to }: { from: Point; to: Point }) {
  return (
    <g data-look="band">
      <rect x={from.x} y={from.y} width={to.x - from.x} height={to.y - from.y} />
      <line x1={from.x} x2={from.x} y1={from.y} y2={to.y} />
      <line x1={to.x} x2={to.x} y1={from.y} y2={to.y} />
    </g>
  )
}

function Mark({ eye, at: { x, y } }: Extract<Shape, { kind: 'mark' }>) {
  const r = markRadius
  switch (eye) {
    case 'right':
      return <circle cx={x} cy={y} r={r} />
    case 'left':
      return <rect x={x - r} y={y - r} width={2 * r} height={2 * r} />
    case 'unknown':
      return <polygon points={`${x},${y - r} ${x + r},${y} ${x},${y + r} ${x - r},${y}`} />
  }
}
