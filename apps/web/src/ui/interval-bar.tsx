import { decimal } from '../i18n/format.ts'
import classes from './interval-bar.module.css'

/** Ends of the scale. */
const [least, most] = [0.5, 2]
const [left, right] = [10, 290]

function place(hazard: number): number {
  const kept = Math.min(most, Math.max(least, hazard))
  return left + ((right - left) * Math.log(kept / least)) / Math.log(most / least)
}

interface IntervalBarProps {
  ratio: number
  low: number
  high: number
}

/** Shows a ratio and its interval around 1 on a logarithmic scale; the numbers are shown above it. */
export function IntervalBar({ ratio, low, high }: IntervalBarProps) {
  return (
    <svg className={classes['bar']} viewBox="0 0 300 34" aria-hidden>
      <line x1={left} x2={right} y1="12" y2="12" className={classes['axis']} />
      <line x1={place(1)} x2={place(1)} y1="3" y2="21" className={classes['axis']} />
      <line x1={place(low)} x2={place(high)} y1="12" y2="12" className={classes['interval']} />
      <circle cx={place(ratio)} cy="12" r="4.5" className={classes['mark']} />
      {[least, 1, most].map((value) => (
        <text key={value} x={place(value)} y="32" textAnchor="middle">
          {decimal(value, 1)}
        </text>
      ))}
    </svg>
  )
}
