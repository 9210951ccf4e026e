import { useTranslation } from 'react-i18next'

import { plotOf, type Trend, type TrendPoint } from '#report/visits'

import classes from './trend-chart.module.css'

const size = { width: 360, height: 190 }
const inner = { left: 48, right: 345, top: 14, bottom: 158 }
const dot = 3.6

/** The course of one measurement: each eye with its own mark and line, with bars of uncertainty. */
export function TrendChart({ trend: { name, unit, points } }: { trend: Trend }) {
  const { t } = useTranslation()
  const { x, y, ticks, days } = scaleOf(points)
  const title = unit === 'µm' ? `${name} (µm)` : name
  return (
    <figure className={classes['chart']}>
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${size.width} ${size.height}`}>
        <title>{t('report.trends.chart', { name: title })}</title>
        {ticks.map(({ value, text }) => (
          <g key={value}>
            <line x1={inner.left} x2={inner.right} y1={y(value)} y2={y(value)} />
            <text x={inner.left - 6} y={y(value) + 3.5} textAnchor="end">
              {text}
            </text>
          </g>
        ))}
        {days.map((day, i) => (
          <text
            key={day}
            x={x(day)}
            y={inner.bottom + 18}
            textAnchor={i === 0 ? 'start' : i === days.length - 1 ? 'end' : 'middle'}
          >
            {day}
          </text>
        ))}
        {(['right', 'left'] as const).map((eye) => (
          <Course
            key={eye}
            eye={eye}
            points={points.filter((each) => each.eye === eye)}
            {...{ x, y }}
          />
        ))}
      </svg>
    </figure>
  )
}

interface CourseProps {
  eye: TrendPoint['eye']
  points: readonly TrendPoint[]
  x: (day: string) => number
  y: (value: number) => number
}

function Course({ eye, points, x, y }: CourseProps) {
  const { t } = useTranslation()
  const line = points.map(({ day, value }) => `${x(day)},${y(value)}`).join(' ')
  return (
    <g className={classes[eye]}>
      <polyline points={line} />
      {points.map(({ day, value, uncertainty, text }) => (
        <g key={day}>
          <title>
            {t('report.trends.point', { day, eye: t(`analysis.landmarks.${eye}`), value: text })}
          </title>
          <line x1={x(day)} x2={x(day)} y1={y(value - uncertainty)} y2={y(value + uncertainty)} />
          {eye === 'right' ? (
            <circle cx={x(day)} cy={y(value)} r={dot} />
          ) : (
            <rect x={x(day) - dot} y={y(value) - dot} width={2 * dot} height={2 * dot} />
          )}
        </g>
      ))}
    </g>
  )
}

/** Positions of days and values on the chart. */
function scaleOf(points: readonly TrendPoint[]) {
  const plot = plotOf(points)
  const room = inner.right - inner.left - 2 * dot
  return {
    ...plot,
    x: (day: string) => inner.left + dot + room * plot.x(day),
    y: (value: number) => inner.bottom - (inner.bottom - inner.top) * plot.y(value),
  }
}
